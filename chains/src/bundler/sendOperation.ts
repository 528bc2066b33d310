import { BaseError, ContractFunctionRevertedError, type Hex } from 'viem'
import { entryPoint08Abi, getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import {
  getTransactionCount,
  sendRawTransaction,
  simulateContract,
  waitForTransactionReceipt,
} from 'viem/actions'
import { encodeFunctionData } from 'viem/utils'
import { accountContracts } from '../accountContracts.js'
import { BundlerFailure } from './BundlerFailure.js'
import type { Machine } from './createBundler.js'
import { shortOf } from './estimate.js'
import type { ReadOperation } from './UserOperation.js'

const { entryPoint } = accountContracts

/** Sends an operation in a transaction of its own; returns its hash (`userOpHash`) once a block has it. */
export async function sendOperation(
  { client, executor, chainId }: Machine,
  { operation, authorization }: ReadOperation,
): Promise<Hex> {
  const packed = toPackedUserOperation(operation)
  const gas =
    operation.callGasLimit +
    operation.verificationGasLimit +
    (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n) +
    operation.preVerificationGas +
    200_000n
  const call = { address: entryPoint, abi: entryPoint08Abi, functionName: 'handleOps' } as const
  const args = [[packed], executor.address] as const
  const lists = authorization === undefined ? {} : { authorizationList: [authorization] }
  await simulateContract(client, { ...call, args, account: executor.address, gas, ...lists }).catch(
    (error: unknown) => {
      throw new BundlerFailure(-32500, reasonOf(error))
    },
  )
  const serialized = await executor.signTransaction({
    chainId,
    nonce: await getTransactionCount(client, { address: executor.address, blockTag: 'pending' }),
    to: entryPoint,
    data: encodeFunctionData({ ...call, args }),
    gas,
    maxFeePerGas: operation.maxFeePerGas,
    maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
    ...(authorization === undefined
      ? { type: 'eip1559' as const }
      : { type: 'eip7702' as const, authorizationList: [authorization] }),
  })
  const hash = await sendRawTransaction(client, { serializedTransaction: serialized }).catch((error) => {
    throw new BundlerFailure(-32500, shortOf(error))
  })
  await waitForTransactionReceipt(client, { hash })
  return getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint,
    entryPointVersion: '0.8',
    userOperation: operation,
  })
}

/** The entry point's own reason, such as `AA24 signature error`. */
function reasonOf(error: unknown): string {
  const revert =
    error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
  const args = revert instanceof ContractFunctionRevertedError ? revert.data?.args : undefined
  const reason = args?.find((one): one is string => typeof one === 'string' && /^AA\d\d/.test(one))
  return reason ?? shortOf(error)
}
