import type { CaipNetworkId } from 'latchkey/protocol'
import { encodeAbiParameters, type Hex } from 'viem'
import { type Call, encodeBatch } from '../batch.js'
import { type Chain, chainNumber } from '../Chain.js'
import { delegateAddress, entryPoint } from '../delegate.js'
import { mostGas, readFee } from '../fees.js'
import { isAddressShape, isBytes, quantity, toQuantity } from '../hex.js'
import { readCall, readQuantity } from '../nodeReads.js'
import { type Rpc, UnreadableAnswer } from '../Rpc.js'
import { type Operation, type Paymaster, placeholderSignature, wireOperation } from './Operation.js'

/** No validation of an account without state needs more. */
const mostOverhead = 5_000_000n

export declare namespace prepareOperation {
  type Parameters = {
    readonly chain: Chain
    readonly sender: Hex
    readonly calls: readonly Call[]
    readonly isDelegated: boolean
    readonly rpc: Rpc
    readonly bundler: Rpc
    /** Absent if nobody else pays. */
    readonly paymaster?: Rpc | undefined
  }
}

/**
 * Prepares an operation for calls of a smart account: nonce, fee, limits, who pays, and the delegation if there is none.
 *
 * @throws {NodeError} What the bundler or the paymaster refuses; {@link UnreadableAnswer} for limits that no call needs
 */
export async function prepareOperation({
  chain,
  sender,
  calls,
  isDelegated,
  rpc,
  bundler,
  paymaster,
}: prepareOperation.Parameters): Promise<Operation> {
  const { id } = chain
  const [nonce, fee, count] = await Promise.all([
    readOperationNonce(rpc, id, sender),
    readFee(rpc, id),
    isDelegated ? 0n : readQuantity(rpc, id, 'eth_getTransactionCount', [sender, 'pending']),
  ])
  if (fee.type === 'legacy') throw new UnreadableAnswer('eth_getBlockByNumber')
  // A quarter more: bundlers refuse operations that pay less than their own transaction will.
  const [most, tip] = [fee.maxFeePerGas, fee.maxPriorityFeePerGas].map((one) => (BigInt(one) * 5n) / 4n)
  const draft: Operation = {
    sender,
    nonce: quantity(nonce),
    callData: encodeBatch(calls),
    ...{ callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' },
    maxFeePerGas: quantity(most ?? 0n),
    maxPriorityFeePerGas: quantity(tip ?? 0n),
    ...(isDelegated
      ? {}
      : { authorization: { chainId: chainNumber(id), address: delegateAddress, nonce: Number(count) } }),
  }
  return completeOperation({ draft, id, bundler, paymaster })
}

/** Lets the bundler estimate the limits of an operation, and the paymaster agree to pay for it. */
export async function completeOperation({
  draft,
  id,
  bundler,
  paymaster,
}: {
  readonly draft: Operation
  readonly id: CaipNetworkId
  readonly bundler: Rpc
  readonly paymaster?: Rpc | undefined
}): Promise<Operation> {
  const stub = paymaster && (await askPaymaster(paymaster, id, 'pm_getPaymasterStubData', draft))
  const paying = stub ? { ...draft, paymaster: stub.paymaster } : draft
  const estimated = { ...paying, ...(await estimate(bundler, id, paying)) }
  if (paymaster === undefined || stub?.isFinal) return estimated
  const final = await askPaymaster(paymaster, id, 'pm_getPaymasterData', estimated)
  return { ...estimated, paymaster: final.paymaster }
}

/** Reads the next nonce of an account at the entry point. */
export async function readOperationNonce(
  rpc: Rpc,
  id: CaipNetworkId,
  sender: Hex,
  key = 0n,
): Promise<bigint> {
  const data: Hex = `0x35567e1a${encodeAbiParameters([{ type: 'address' }, { type: 'uint192' }], [sender, key]).slice(2)}`
  const answer = await readCall(rpc, id, entryPoint, data)
  if (answer.length !== 66) throw new UnreadableAnswer('eth_call')
  return BigInt(answer)
}

async function estimate(bundler: Rpc, id: CaipNetworkId, draft: Operation) {
  const method = 'eth_estimateUserOperationGas'
  const answer = (await bundler(id, method, [wireOperation(draft, placeholderSignature), entryPoint])) as {
    readonly [name: string]: unknown
  }
  const read = (name: string, most: bigint): Hex => {
    const value = toQuantity(answer?.[name])
    if (value === undefined || value > most) throw new UnreadableAnswer(method)
    return quantity(value)
  }
  const limits = {
    callGasLimit: read('callGasLimit', mostGas),
    verificationGasLimit: read('verificationGasLimit', mostOverhead),
    preVerificationGas: read('preVerificationGas', mostOverhead),
  }
  if (draft.paymaster === undefined) return limits
  // A paymaster that names its own limits knows them better.
  const { verificationGasLimit, postOpGasLimit } = draft.paymaster
  const orOwn = (own: Hex, name: string) =>
    own === '0x0' && answer[name] !== undefined ? read(name, mostOverhead) : own
  return {
    ...limits,
    paymaster: {
      ...draft.paymaster,
      verificationGasLimit: orOwn(verificationGasLimit, 'paymasterVerificationGasLimit'),
      postOpGasLimit: orOwn(postOpGasLimit, 'paymasterPostOpGasLimit'),
    },
  }
}

async function askPaymaster(rpc: Rpc, id: CaipNetworkId, method: string, operation: Operation) {
  const wire = wireOperation(operation, placeholderSignature)
  const answer = (await rpc(id, method, [wire, entryPoint, quantity(chainNumber(id)), {}])) as {
    readonly [name: string]: unknown
  }
  const { paymaster: address, paymasterData: data = '0x', sponsor, isFinal } = answer ?? {}
  const limit = (name: string, known: Hex = '0x0'): Hex => {
    if (answer[name] === undefined) return known
    const value = toQuantity(answer[name])
    if (value === undefined || value > mostOverhead) throw new UnreadableAnswer(method)
    return quantity(value)
  }
  if (!isAddressShape(address) || !isBytes(data)) throw new UnreadableAnswer(method)
  const { name } = (sponsor ?? {}) as { readonly name?: unknown }
  const paymaster: Paymaster = {
    address,
    data,
    verificationGasLimit: limit('paymasterVerificationGasLimit', operation.paymaster?.verificationGasLimit),
    postOpGasLimit: limit('paymasterPostOpGasLimit', operation.paymaster?.postOpGasLimit),
    ...(typeof name === 'string' ? { name } : {}),
  }
  return { paymaster, isFinal: isFinal === true }
}
