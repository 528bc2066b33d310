import { type Client, type Log, parseAbiItem } from 'viem'
import { getBalance, getLogs } from 'viem/actions'
import type { Asked, FeeQuote, Transfer } from '../../core/transfers.js'
import { isRecord } from '../../protocol/checks.js'
import { isTransferOf, type Made } from './isTransferOf.js'

type Receipt = {
  readonly transactionHash: `0x${string}`
  readonly blockNumber: bigint
  readonly from: string
  readonly to: string | null
  readonly status: string
  readonly logs: readonly Log[]
}

/** `Transfer(address,address,uint256)` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Checks whether a transaction in a block made the transfer. The call is enough for the coin. A token's contract may do
 * anything in its `transfer`: pay less, pay somebody else or return `false`; only its log shows what moved
 * (docs/decisions/267).
 */
export async function hasMade(
  client: Client,
  made: Made,
  receipt: Receipt,
  transfer: Transfer,
  fee?: FeeQuote | undefined,
): Promise<boolean> {
  const isCoin = transfer.tokenAddress === undefined && receipt.status === 'success'
  return (isCoin && isTransferOf(made, transfer)) || isTransferWithin(client, receipt, transfer, fee)
}

/**
 * Checks whether a transaction submitted by somebody else made the transfer internally: a bundler's (ERC-4337), or one
 * that called an account with several owners. The log of a token's contract proves a token transfer; the node's trace
 * proves a coin transfer or, if the node gives no traces, the change of both balances in the block.
 */
export async function isTransferWithin(
  client: Client,
  receipt: Receipt,
  transfer: Transfer,
  fee?: FeeQuote | undefined,
): Promise<boolean> {
  const { transactionHash, status, logs } = receipt
  if (status !== 'success') return false
  if (transfer.tokenAddress !== undefined) return logs.some((log) => isLogOf(log, transfer, fee))
  const trace = client.request as (call: object) => Promise<unknown>
  const params = [transactionHash, { tracer: 'callTracer' }]
  const call = await trace({ method: 'debug_traceTransaction', params }).catch(() => undefined)
  return isRecord(call) ? hasCallOf(call, transfer) : hasMoved(client, receipt, transfer)
}

/**
 * Checks whether the coin moved between the two accounts in the block of a transaction that acts for the sender: after
 * the block the recipient has exactly that much more, and the sender at least that much less. A node without older
 * states proves nothing.
 */
async function hasMoved(client: Client, receipt: Receipt, { from, to, units }: Transfer): Promise<boolean> {
  const { blockNumber, logs } = receipt
  const isNamed = logs.some(({ topics }) => topics.some((topic) => isWordOf(topic, from)))
  if (!isNamed && !isSame(receipt.from, from) && !isSame(receipt.to, from)) return false
  const change = async (address: string) => {
    const at = (block: bigint) =>
      getBalance(client, { address: address as `0x${string}`, blockNumber: block })
    const [before, after] = await Promise.all([at(blockNumber - 1n), at(blockNumber)])
    return after - before
  }
  const changes = await Promise.all([change(from), change(to)]).catch(() => undefined)
  return changes !== undefined && changes[0] <= -units && changes[1] === units
}

/** The token contract's `Transfer` event, in the form viem asks for. */
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/**
 * Finds the transaction that sent a token since the wallet was asked, from any submitter, by the log of the token's
 * contract. Returns `undefined` if there is none, and for the coin.
 *
 * @throws If the node does not answer, or does not look back that far: there may be one.
 */
export async function findLog(
  client: Client,
  transfer: Transfer,
  { height }: Asked,
  others: readonly string[],
  fee?: FeeQuote | undefined,
): Promise<string | undefined> {
  const { from, to, tokenAddress } = transfer
  if (tokenAddress === undefined || height === undefined) return undefined
  const logs = await getLogs(client, {
    address: tokenAddress as `0x${string}`,
    event: transferEvent,
    args: { from: from as `0x${string}`, to: to as `0x${string}` },
    fromBlock: BigInt(height) + 1n,
    toBlock: 'latest',
  })
  return logs.find((log) => isLogOf(log, transfer, fee) && !others.includes(log.transactionHash))
    ?.transactionHash
}

/** Checks whether the recipient got the amount, or the part of it that the review said. */
function isLogOf(log: Log, transfer: Transfer, fee: FeeQuote | undefined): boolean {
  const { units } = transfer
  const paid = paidBy(log, transfer)
  return paid === units || (paid > 0n && paid === units - BigInt(fee?.withheld ?? 0))
}

/** Checks whether a token's contract logged a payment of any accounts. */
export function isLogOfToken(log: unknown, { tokenAddress = '' }: Transfer): log is Log {
  return (
    isRecord(log) &&
    isSame(log.address, tokenAddress) &&
    Array.isArray(log.topics) &&
    log.topics[0] === transferTopic
  )
}

/** The units that a log says went from the sender to the recipient. */
export function paidBy(log: unknown, transfer: Transfer): bigint {
  if (!isLogOfToken(log, transfer)) return 0n
  const [, sender, recipient, ...rest] = log.topics as readonly unknown[]
  const isIt = isWordOf(sender, transfer.from) && isWordOf(recipient, transfer.to) && rest.length === 0
  return isIt && /^0x[0-9a-f]{64}$/i.test(String(log.data)) ? BigInt(log.data) : 0n
}

const isWordOf = (word: unknown, address: string) => isSame(word, `0x${address.slice(2).padStart(64, '0')}`)

/**
 * Checks whether a call, or one nested in it, moved the coin. A failed call has moved nothing, nor have its nested
 * calls.
 */
function hasCallOf(call: unknown, transfer: Transfer): boolean {
  if (!isRecord(call) || call.error !== undefined) return false
  const { type, from, to, value, calls } = call
  const isIt =
    type === 'CALL' &&
    isSame(from, transfer.from) &&
    isSame(to, transfer.to) &&
    typeof value === 'string' &&
    /^0x[0-9a-f]{1,64}$/i.test(value) &&
    BigInt(value) === transfer.units
  return isIt || (Array.isArray(calls) && calls.some((inner) => hasCallOf(inner, transfer)))
}

const isSame = (one: unknown, other: string) =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase()

/** `handleOps` of the EntryPoint 0.6, and of those from 0.7 on (ERC-4337). */
const bundles = /^0x(1fad948c|765e827f)/i

/**
 * Checks whether a transaction is a bundle that acts for an account; only its block shows what it does for that
 * account.
 */
export function isBundleFor(input: string, account: string): boolean {
  return bundles.test(input) && input.toLowerCase().includes(account.slice(2).toLowerCase())
}
