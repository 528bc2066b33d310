import { getAddress, type Hex } from 'viem'
import { decodeBatch } from '../../accounts/batch.js'
import { chainNumber } from '../../accounts/Chain.js'
import { delegateAddress, entryPoint, readDelegateCode, readDelegation } from '../../accounts/delegate.js'
import { mostGas, readFee } from '../../accounts/fees.js'
import { isAddressShape, isBytes, isSameHex, quantity } from '../../accounts/hex.js'
import { readQuantity } from '../../accounts/nodeReads.js'
import type { Operation, Paymaster } from '../../accounts/operations/Operation.js'
import { completeOperation, readOperationNonce } from '../../accounts/operations/prepareOperation.js'
import type { Plan } from '../../accounts/planCalls.js'
import { refuse } from '../../accounts/Refusal.js'
import { type Draft, row, warn } from '../Draft.js'
import { createDescriber } from '../describe/Describer.js'
import { chainOf, isRecord, listOf, type ReadContext, type WalletRequest } from '../ReadContext.js'
import { draftPlan } from './draftCalls.js'
import { requireOwn } from './ownAddress.js'
import { readNumber } from './readCallParams.js'

/** Fees of an operation may be so many times what the network asks for. */
const mostTimes = 20n

type Params = { readonly [name: string]: unknown }

/**
 * `eth_sendUserOperation`: an operation that the app has prepared. The wallet signs and sends it if it is of the wallet's
 * account and for the entry point that its delegate trusts. Delegating is the wallet's own part.
 */
export async function readUserOperation(request: WalletRequest, context: ReadContext): Promise<Draft> {
  const [params, at] = listOf(request)
  const chain = chainOf(context, request.chainId)
  if (!isRecord(params)) throw refuse('invalid', { field: 'userOperation', problem: 'must be an object' })
  if (!chain.hasBundler || !chain.hasSmartAccounts || context.bundler === undefined) {
    throw refuse('unsupported', { what: 'operations on this network' })
  }
  if (!isAddressShape(at) || !isSameHex(at, entryPoint)) {
    throw refuse('invalid', { field: 'entryPoint', problem: `must be ${entryPoint}` })
  }
  requireNoCode(params)
  const sender = requireOwn(params.sender, 'sender', context)
  const callData = params.callData ?? '0x'
  if (!isBytes(callData)) throw refuse('invalid', { field: 'callData', problem: 'must be bytes in hex' })
  const [delegation, code, nonce, fee] = await Promise.all([
    readDelegation(context.rpc, chain.id, sender),
    readDelegateCode(context.rpc, chain.id),
    nonceOf(params, sender, request, context),
    feeOf(params, request, context),
  ])
  if (code === undefined) throw refuse('unsupported', { what: 'smart accounts on this network' })
  const count =
    delegation === 'own'
      ? 0n
      : await readQuantity(context.rpc, chain.id, 'eth_getTransactionCount', [sender, 'pending'])
  const limit = (name: string, most = mostGas): Hex =>
    params[name] === undefined ? '0x0' : quantity(bounded(name, readNumber(params[name], name), most))
  const paymaster = paymasterOf(params, limit)
  const draft: Operation = {
    ...{ sender, callData, ...fee, nonce: quantity(nonce) },
    callGasLimit: limit('callGasLimit'),
    verificationGasLimit: limit('verificationGasLimit'),
    preVerificationGas: limit('preVerificationGas'),
    ...(paymaster === undefined ? {} : { paymaster }),
    ...(delegation === 'own'
      ? {}
      : {
          authorization: { chainId: chainNumber(chain.id), address: delegateAddress, nonce: Number(count) },
        }),
  }
  const isComplete = draft.callGasLimit !== '0x0' && draft.verificationGasLimit !== '0x0'
  const operation = isComplete
    ? draft
    : await completeOperation({ draft, id: chain.id, bundler: context.bundler })
  const upgrade = delegation === 'own' ? undefined : delegation === 'other' ? 'other' : 'first'
  const describer = createDescriber(context, chain)
  const calls = decodeBatch(callData) ?? [{ to: sender, value: '0x0', data: callData }]
  const plan: Plan = { isAtomic: true, upgrade, willFail: false, transactions: [], operation }
  const described = await draftPlan({ plan, calls, describer, raw: request.params, names: [] })
  return {
    ...described,
    title: 'operation',
    rows: [...described.rows, row('bytes', { type: 'hex', hex: callData })],
    warnings: [...described.warnings, warn('caution', 'accountOperation')],
  }
}

/** An app supplies no code: neither an authorization nor what would create an account. */
function requireNoCode({ eip7702Auth, authorization, factory, factoryData, initCode }: Params) {
  const isNone = (value: unknown) => value === undefined || value === null || value === '0x'
  if (!isNone(eip7702Auth) || !isNone(authorization)) throw refuse('authorization')
  const isMarker = typeof factory === 'string' && /^0x7702(?:0{36})?$/.test(factory)
  if ((!isNone(factory) && !isMarker) || !isNone(factoryData) || !isNone(initCode))
    throw refuse('authorization')
}

async function nonceOf(
  params: Params,
  sender: Hex,
  request: WalletRequest,
  { rpc }: ReadContext,
): Promise<bigint> {
  const asked = params.nonce === undefined ? undefined : readNumber(params.nonce, 'nonce')
  const next = await readOperationNonce(rpc, request.chainId, sender, asked === undefined ? 0n : asked >> 64n)
  if (asked !== undefined && asked !== next) {
    throw refuse('invalid', { field: 'nonce', problem: `the next one is ${quantity(next)}` })
  }
  return next
}

async function feeOf(params: Params, request: WalletRequest, { rpc }: ReadContext) {
  const fee = await readFee(rpc, request.chainId)
  if (fee.type === 'legacy') throw refuse('unsupported', { what: 'operations on this network' })
  const read = (name: 'maxFeePerGas' | 'maxPriorityFeePerGas'): Hex => {
    if (params[name] === undefined) return fee[name]
    return quantity(bounded(name, readNumber(params[name], name), BigInt(fee.maxFeePerGas) * mostTimes))
  }
  return { maxFeePerGas: read('maxFeePerGas'), maxPriorityFeePerGas: read('maxPriorityFeePerGas') }
}

function paymasterOf(
  { paymaster, paymasterData = '0x' }: Params,
  limit: (name: string) => Hex,
): Paymaster | undefined {
  if (paymaster === undefined || paymaster === null) return undefined
  if (!isAddressShape(paymaster) || !isBytes(paymasterData)) {
    throw refuse('invalid', { field: 'paymaster', problem: 'must be an address with its data' })
  }
  return {
    address: getAddress(paymaster),
    data: paymasterData,
    verificationGasLimit: limit('paymasterVerificationGasLimit'),
    postOpGasLimit: limit('paymasterPostOpGasLimit'),
  }
}

function bounded(name: string, value: bigint, most: bigint): bigint {
  if (value > most) throw refuse('invalid', { field: name, problem: `must be at most ${most}` })
  return value
}
