import type { CaipNetworkId } from 'latchkey/protocol'
import {
  addBlocks,
  addEntries,
  forget,
  forgetAbove,
  isSame,
  readHead,
  resetAccounts,
  setHead,
} from './chainRows.js'
import type { AccountEntry, Hex } from './Entry.js'
import { chunksOf, type HistoryTransaction } from './historyTransaction.js'
import type { Head } from './Known.js'
import type { Header } from './nodeAnswers.js'

/** An account whose earlier history has not been read completely. */
export type Unfinished = {
  readonly address: Hex
  readonly low: number
  readonly first: number
  /** The hash of the block below the lowest block that has been read. */
  readonly lowParent: Hex
}

export type NewAccount = { readonly address: Hex; readonly now: number; readonly limit: number }

/** What was read above the `seen` head, for the accounts placed at that time. */
export type Extension = {
  readonly seen: Head
  readonly accounts: ReadonlySet<Hex>
  readonly added: readonly Header[]
  readonly found: readonly AccountEntry[]
}

/** What was read below the range of some accounts, whose ranges all began at `top`. */
export type Filling = {
  readonly top: Pick<Unfinished, 'low' | 'lowParent'>
  readonly addresses: readonly Hex[]
  readonly added: readonly Header[]
  readonly found: readonly AccountEntry[]
}

/** Follows a new account, in place of the one that nobody has asked for longest if there are too many. */
export async function addAccount(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  { address, now, limit }: NewAccount,
): Promise<boolean> {
  const accounts = transaction.selectFrom('history_account').where('chain', '=', chain)
  const known = await accounts.where('address', '=', address).select('address').executeTakeFirst()
  if (known !== undefined) return false
  const { count } = await accounts
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= limit) {
    const surplus = count + 1 - limit
    const oldest = await accounts.select('address').orderBy('asked_at').limit(surplus).execute()
    await forget(transaction, chain, oldest)
  }
  await transaction.insertInto('history_account').values({ chain, address, asked_at: now }).execute()
  return true
}

/** Gives new accounts their range: from just above the head down over `depth` blocks. */
export async function placeAccounts(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  depth: number,
): Promise<void> {
  const head = await readHead(transaction, chain)
  if (head === undefined) return
  const low = head.number + 1
  await transaction
    .updateTable('history_account')
    .set({ low, low_parent: head.hash, low_time: head.made_at, first: Math.max(low - depth, 0) })
    .where('chain', '=', chain)
    .where('low', 'is', null)
    .execute()
}

/** Begins to follow a chain at this head, whatever was read before. */
export async function beginAt(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  seen: Head | undefined,
  head: Header,
): Promise<boolean> {
  if (!isSame(await readHead(transaction, chain), seen)) return false
  await transaction.deleteFrom('history_block').where('chain', '=', chain).execute()
  await addBlocks(transaction, chain, [head], head.number)
  await setHead(transaction, chain, head)
  await resetAccounts(transaction, chain)
  return true
}

/** Stores what was read above the head. */
export async function extendHead(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  { seen, accounts, added, found }: Extension,
): Promise<boolean> {
  const newest = added.at(-1)
  if (newest === undefined || !isSame(await readHead(transaction, chain), seen)) return false
  const placed = await transaction
    .selectFrom('history_account')
    .where('chain', '=', chain)
    .where('low', 'is not', null)
    .select('address')
    .execute()
  // These blocks were not read for an account that another process has placed since.
  const known = new Set(placed.map(({ address }) => address))
  const strangers = [...known].filter((address) => !accounts.has(address))
  await resetAccounts(transaction, chain, strangers)
  const own = found.filter(({ account }) => known.has(account))
  await addEntries(transaction, chain, own)
  await addBlocks(transaction, chain, added, newest.number)
  await setHead(transaction, chain, newest)
  return true
}

/** Stores what was read below the range of some accounts. */
export async function fillRanges(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  { top, addresses, added, found }: Filling,
): Promise<boolean> {
  const [lowest] = added
  const head = await readHead(transaction, chain)
  if (lowest === undefined || head === undefined) return false
  const { number, parentHash, timestamp } = lowest
  const moved = new Set<Hex>()
  for (const part of chunksOf(addresses)) {
    const rows = await transaction
      .updateTable('history_account')
      .set({ low: number, low_parent: parentHash, low_time: timestamp })
      .where('chain', '=', chain)
      .where('address', 'in', part)
      .where('low', '=', top.low)
      .where('low_parent', '=', top.lowParent)
      .returning('address')
      .execute()
    for (const { address } of rows) moved.add(address)
  }
  if (moved.size === 0) return false
  const own = found.filter(({ account }) => moved.has(account))
  await addEntries(transaction, chain, own)
  await addBlocks(transaction, chain, added, head.number)
  return true
}

/** Deletes what was read above a block that is still on the chain. */
export async function rollBackTo(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  seen: Head,
  number: number,
): Promise<boolean> {
  const head = await readHead(transaction, chain)
  if (head === undefined || !isSame(head, seen)) return false
  await forgetAbove(transaction, chain, number)
  await transaction
    .updateTable('history_account')
    .set(({ selectFrom }) => ({
      low: number + 1,
      low_parent: selectFrom('history_block')
        .where('chain', '=', chain)
        .where('number', '=', number)
        .select('hash'),
    }))
    .where('chain', '=', chain)
    .where('low', '>', number + 1)
    .execute()
  // The new head block is older than the former head.
  await setHead(transaction, chain, { number, timestamp: head.made_at })
  return true
}

/** Deletes the state of a chain that has been replaced by another chain; the followed accounts stay. */
export async function restartChain(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  seen: Head,
): Promise<boolean> {
  if (!isSame(await readHead(transaction, chain), seen)) return false
  await forgetAbove(transaction, chain, -1)
  await transaction.deleteFrom('history_facts').where('chain', '=', chain).execute()
  await transaction.deleteFrom('history_head').where('chain', '=', chain).execute()
  await resetAccounts(transaction, chain)
  return true
}
