import { decodeFunctionData, type Hex, parseEventLogs, toHex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { getLogs, getTransaction } from 'viem/actions'
import { accountContracts } from '../accountContracts.js'
import { BundlerFailure } from './BundlerFailure.js'
import type { Machine } from './createBundler.js'

const { entryPoint } = accountContracts
const event = entryPoint08Abi.find(
  (one): one is Extract<(typeof entryPoint08Abi)[number], { name: 'UserOperationEvent' }> =>
    one.type === 'event' && one.name === 'UserOperationEvent',
)

/** The receipt of an operation (ERC-7769 "eth_getUserOperationReceipt"); `null` if no block has it. */
export async function receiptOf(machine: Machine, userOpHash: unknown) {
  const log = await logOf(machine, userOpHash)
  if (log === undefined) return null
  const receipt = (await machine.client.request({
    method: 'eth_getTransactionReceipt' as never,
    params: [log.transactionHash] as never,
  })) as { readonly logs: readonly { readonly logIndex: Hex }[] }
  const { sender, paymaster, nonce, success, actualGasCost, actualGasUsed } = log.args
  return {
    userOpHash,
    entryPoint,
    sender,
    nonce: toHex(nonce),
    paymaster,
    actualGasCost: toHex(actualGasCost),
    actualGasUsed: toHex(actualGasUsed),
    success,
    // Each operation has a transaction of its own here, so the logs before its event are its own.
    logs: receipt.logs.filter(({ logIndex }) => Number(logIndex) < log.logIndex),
    receipt,
  }
}

/** @see ERC-7769 "eth_getUserOperationByHash" */
export async function findOperation(machine: Machine, userOpHash: unknown) {
  const log = await logOf(machine, userOpHash)
  if (log === undefined) return null
  const { input, blockHash, blockNumber } = await getTransaction(machine.client, {
    hash: log.transactionHash,
  })
  const { args } = decodeFunctionData({ abi: entryPoint08Abi, data: input })
  const [[packed] = []] = args as unknown as readonly [readonly { readonly [name: string]: unknown }[]]
  const userOperation = Object.fromEntries(
    Object.entries(packed ?? {}).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? toHex(value) : value,
    ]),
  )
  return {
    userOperation,
    entryPoint,
    transactionHash: log.transactionHash,
    blockHash,
    blockNumber: blockNumber === null ? null : toHex(blockNumber),
  }
}

async function logOf({ client }: Machine, userOpHash: unknown) {
  if (typeof userOpHash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(userOpHash) || event === undefined) {
    throw new BundlerFailure(-32602, 'The hash of the operation is malformed.')
  }
  const logs = await getLogs(client, {
    address: entryPoint,
    event,
    args: { userOpHash: userOpHash as Hex },
    fromBlock: 0n,
    toBlock: 'latest',
  })
  return parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationEvent', logs })[0]
}
