import type { Client } from 'viem'
import { getBlock, getBlockNumber, getCode, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import type { Asked, FeeQuote, Found, Transfer, Transfers } from '../../core/transfers.js'
import { readCalls } from './callsStatus.js'
import { firmClient } from './firmClient.js'
import { isTransferOf, mayCarry } from './isTransferOf.js'
import { findLog, isTransferWithin } from './isTransferWithin.js'

/**
 * The number of account nonces to check, starting at the one the request was expected to use: transactions that were
 * ahead of it in the wallet's queue have taken the first ones. Nothing is concluded beyond these.
 */
const mostNumbers = 64
/**
 * How many blocks below the stored height the search begins. After a reorganisation the chain may have the transaction
 * in a block up to that height. An earlier transaction is not taken for it: its nonce was used before.
 */
const mostReplaced = 32

/** @see Transfers.find */
export const findTransfer: Transfers['find'] = async ({
  provider,
  witness,
  network,
  transfer,
  asked,
  others = [],
  fee,
}) => {
  const client = firmClient(network, witness)
  const find = () => findTransaction(client, transfer, asked, others, fee)
  if (asked.kind === 'transaction') {
    const found = await find()
    if (found.status !== 'used' || !(await hasCode(client, transfer.from))) return found
    // Somebody else may submit for an account with code (EIP-7702), so that the transfer takes none of its nonces.
    const log = await findLog(client, transfer, asked, others, fee).catch(() => undefined)
    return log === undefined ? { status: 'open' } : made(log)
  }
  if (asked.callsId !== undefined && (await isTaken(provider, asked.callsId)))
    return { status: 'sent', sent: { kind: 'calls', id: asked.callsId } }
  const log = await findLog(client, transfer, asked, others, fee).catch(() => 'unread' as const)
  if (log !== undefined && log !== 'unread') return made(log)
  const found = await find()
  if (found.status === 'sent') return found
  // Somebody else may submit what the account has signed, so a nonce used for another transaction proves nothing.
  return { status: 'open', ...(log === 'unread' && { isUnread: true }) }
}

/**
 * Looks for a transaction by the account's nonce. Nodes have no index of nonces, so this finds the block in which the
 * account used the nonce by binary search; that block contains the transaction.
 *
 * Returns `used` only if no transaction can be the transfer: all nonces used since were checked, none of their
 * transactions may carry the transfer out, and the node has no pending transaction of the account. Transactions that
 * waited when the wallet was asked are checked too: the wallet may have replaced one with the transfer. One that does the
 * same may also be the one that waited, so it leaves the transfer open.
 */
async function findTransaction(
  client: Client,
  transfer: Transfer,
  { nonce, height, waiting = 0 }: Asked,
  others: readonly string[],
  fee: FeeQuote | undefined,
): Promise<Found> {
  if (nonce === undefined || height === undefined) return { status: 'open' }
  const address = transfer.from as `0x${string}`
  const countAt = (block: bigint) => getTransactionCount(client, { address, blockNumber: block })
  const next = await getTransactionCount(client, { address, blockTag: 'latest' })
  const least = nonce - waiting
  // All of them wait still. This needs no older state, which many nodes drop within minutes.
  if (next <= least) return findWaiting(client, transfer, { first: least, nonce }, others)
  // A block may have come while the two numbers were read.
  const counted = waiting > 0 ? await countAt(BigInt(height)) : nonce
  const first = Math.min(nonce, Math.max(least, counted))
  if (next <= first) return findWaiting(client, transfer, { first, nonce }, others)
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const end = Math.min(next, nonce + mostNumbers)
  let by: string | undefined
  let from = BigInt(Math.max(height - mostReplaced, 0))
  for (let number = first; number < end; ) {
    from = await blockOf(number, from, head, countAt)
    const { transactions } = await getBlock(client, { blockNumber: from, includeTransactions: true })
    const own = transactions.filter(
      (one) => one.nonce >= number && one.from.toLowerCase() === address.toLowerCase(),
    )
    const found = own.find((one) => isTransferOf(one, transfer) && !others.includes(one.hash))
    const carriers = own.filter((one) => mayCarry(one, transfer) && !others.includes(one.hash))
    const early = [...(found ? [found] : []), ...carriers].find((one) => one.nonce < nonce)
    if (early !== undefined) return { status: 'open', by: early.hash }
    if (found !== undefined) return foundMade(client, transfer, found.hash, fee)
    if (carriers.length > 0) return findWithin(client, transfer, carriers, fee)
    // A nonce without a transaction of the account: it is unknown what used it (an EIP-7702 authorization can).
    if (!own.some((one) => one.nonce === number)) return { status: 'open' }
    by ??= own.find((one) => one.nonce >= nonce)?.hash
    number = Math.max(...own.map((one) => one.nonce)) + 1
  }
  if (next <= nonce) return findWaiting(client, transfer, { first: nonce, nonce }, others)
  // Counted again at the end: a transaction that left the pool meanwhile is in a block that was not checked.
  const [pending, latest] = await Promise.all([
    getTransactionCount(client, { address, blockTag: 'pending' }),
    getTransactionCount(client, { address, blockTag: 'latest' }),
  ])
  const isAll = end === next && latest === next && pending === next
  return isAll && by !== undefined ? { status: 'used', by } : { status: 'open' }
}

/** The account's own call is in a block; where the token's log does not show the payment, it may have paid all the same. */
async function foundMade(
  client: Client,
  transfer: Transfer,
  hash: `0x${string}`,
  fee: FeeQuote | undefined,
): Promise<Found> {
  if (transfer.tokenAddress === undefined) return made(hash)
  const receipt = await getTransactionReceipt(client, { hash })
  const isPaid = receipt.status !== 'success' || (await isTransferWithin(client, receipt, transfer, fee))
  return isPaid ? made(hash) : { status: 'open', by: hash }
}

/**
 * Checks whether one of the account's calls to a contract made the transfer; concludes nothing unless that is proven.
 */
async function findWithin(
  client: Client,
  transfer: Transfer,
  calls: readonly { readonly hash: `0x${string}` }[],
  fee: FeeQuote | undefined,
): Promise<Found> {
  for (const { hash } of calls) {
    const receipt = await getTransactionReceipt(client, { hash })
    if (await isTransferWithin(client, receipt, transfer, fee)) return made(hash)
  }
  return { status: 'open' }
}

async function hasCode(client: Client, account: string): Promise<boolean> {
  return ((await getCode(client, { address: account as `0x${string}` })) ?? '0x') !== '0x'
}

const made = (id: string): Found => ({ status: 'sent', sent: { kind: 'transaction', id } })

/** Searches the account's pending transactions: by its next nonce, and in the node's pending block. */
async function findWaiting(
  client: Client,
  transfer: Transfer,
  { first, nonce }: { readonly first: number; readonly nonce: number },
  others: readonly string[],
): Promise<Found> {
  const address = transfer.from as `0x${string}`
  try {
    if ((await getTransactionCount(client, { address, blockTag: 'pending' })) <= first)
      return { status: 'open' }
    const { transactions } = await getBlock(client, { blockTag: 'pending', includeTransactions: true })
    const like = transactions.filter(
      (one) => one.nonce >= first && isTransferOf(one, transfer) && !others.includes(one.hash),
    )
    const found = like.find((one) => one.nonce >= nonce)
    if (found !== undefined) return made(found.hash)
    return { status: 'open', ...(like[0] && { by: like[0].hash }) }
  } catch {
    // A node may have no pending block, or not return it: a later block will contain the transaction.
    return { status: 'open' }
  }
}

/** Returns the first block after `low` in which the account has used a nonce. */
async function blockOf(
  number: number,
  low: bigint,
  high: bigint,
  countAt: (block: bigint) => Promise<number>,
): Promise<bigint> {
  if (high - low <= 1n) return high
  const middle = (low + high) / 2n
  const isUsed = (await countAt(middle)) > number
  return isUsed ? blockOf(number, low, middle, countAt) : blockOf(number, middle, high, countAt)
}

/** Checks whether the wallet reports the batch with this id as pending or done. */
async function isTaken(provider: unknown, callsId: string): Promise<boolean> {
  // The wallet may not know the batch, or not yet.
  const said = await readCalls(provider, callsId).catch(() => undefined)
  return said !== undefined && said.stage !== 'failed'
}
