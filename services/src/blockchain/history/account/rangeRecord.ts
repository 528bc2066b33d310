import type { CaipNetworkId } from 'latchkey/protocol'
import { addEntries, forgetDeeds } from '../chainRows.js'
import type { Entry, Hex, Place } from '../Entry.js'
import {
  changeChain,
  chunksOf,
  type HistoryDatabase,
  type HistoryTransaction,
} from '../historyTransaction.js'
import { type Asking, findPlace, staleAge } from './findPlace.js'
import { type Gap, joinGaps, outside } from './gaps.js'

/** A part of an account's history that has been read. */
export type Range = {
  readonly high: number
  readonly low: number
  /** Every unread block below is at least as old. */
  readonly lowTime: number
  readonly gaps: readonly Gap[]
}

/** What was read below a range, or above it. */
type Added = { readonly entries: readonly Entry[]; readonly gaps: readonly Gap[] }

export type RangeRecord = ReturnType<typeof createRangeRecord>

/** How often at most the time of an account's last request is written, in milliseconds. */
const noted = 60_000

/**
 * Stores the accounts whose history is read only when it is asked for, and what has been read of each: ranges of blocks
 * with their entries, of which the highest grows downwards until it meets the next. A method that changes a range
 * returns whether it was still the one that the caller saw; if not, it changed nothing.
 */
export function createRangeRecord(opened: HistoryDatabase) {
  const { database } = opened
  type Reader = Pick<HistoryTransaction, 'selectFrom'>

  /** Highest first. */
  async function rangesOf(reader: Reader, chain: CaipNetworkId, account: Hex): Promise<readonly Range[]> {
    const rows = await reader
      .selectFrom('history_range')
      .where('chain', '=', chain)
      .where('account', '=', account)
      .select(['high', 'low', 'low_time as lowTime', 'gaps'])
      .orderBy('high', 'desc')
      .execute()
    return rows.map(({ gaps, ...range }) => ({ ...range, gaps: JSON.parse(gaps) as readonly Gap[] }))
  }

  async function replace(
    transaction: HistoryTransaction,
    { chain, account }: { readonly chain: CaipNetworkId; readonly account: Hex },
    old: readonly Range[],
    range: Range,
  ): Promise<void> {
    for (const { high } of old)
      await transaction
        .deleteFrom('history_range')
        .where('chain', '=', chain)
        .where('account', '=', account)
        .where('high', '=', high)
        .execute()
    const { high, low, lowTime, gaps } = range
    await transaction
      .insertInto('history_range')
      .values({ chain, account, high, low, low_time: lowTime, gaps: JSON.stringify(joinGaps(gaps)) })
      .execute()
  }

  async function isKnown(reader: Reader, chain: CaipNetworkId, address: Hex): Promise<boolean> {
    const known = reader.selectFrom('history_asked').where('chain', '=', chain).where('address', '=', address)
    return (await known.select('address').executeTakeFirst()) !== undefined
  }

  return {
    /**
     * Notes that a client asked for an account. Returns whether its history may be stored. A new account takes the
     * place of one that its own client asked for, or of one that nobody's own client asked for lately, and of no other.
     */
    async admit(chain: CaipNetworkId, asking: Asking): Promise<boolean> {
      const { account: address, client = '', now, staleSince = now - staleAge } = asking
      const asked = database.selectFrom('history_asked').where('chain', '=', chain)
      const known = await asked
        .where('address', '=', address)
        .select(['asked_at', 'client'])
        .executeTakeFirst()
      if (known !== undefined) {
        // Requests of strangers do not count, and take no account over that its own client still asks for.
        const isOwn = known.client === client || known.client === ''
        const counts = isOwn
          ? now - known.asked_at >= noted || known.client === ''
          : known.asked_at < staleSince
        if (counts)
          await database
            .updateTable('history_asked')
            .set({ asked_at: now, client })
            .where('chain', '=', chain)
            .where('address', '=', address)
            .execute()
        return true
      }
      return changeChain(opened, chain, async (transaction) => {
        if (await isKnown(transaction, chain, address)) return true
        const dropped = await findPlace(transaction, chain, asking)
        if (dropped === undefined) return false
        await forget(transaction, chain, dropped)
        // Entries of a time when the chain was followed block by block are read again.
        await forgetDeeds(transaction, chain, [address])
        await transaction
          .insertInto('history_asked')
          .values({ chain, address, asked_at: now, client })
          .execute()
        return true
      })
    },

    /** Deletes the accounts that were not asked for since a time. */
    async forgetUnasked(chain: CaipNetworkId, since: number): Promise<void> {
      const unasked = database
        .selectFrom('history_asked')
        .where('chain', '=', chain)
        .where('asked_at', '<', since)
      const rows = await unasked.select('address').execute()
      if (rows.length === 0) return
      await changeChain(opened, chain, (transaction) =>
        forget(
          transaction,
          chain,
          rows.map(({ address }) => address),
        ),
      )
    },

    /** Forgets what was read of an account. */
    forgetRanges: (chain: CaipNetworkId, account: Hex): Promise<void> =>
      changeChain(opened, chain, async (transaction) => {
        const ranges = transaction.deleteFrom('history_range').where('chain', '=', chain)
        await ranges.where('account', '=', account).execute()
        await forgetDeeds(transaction, chain, [account])
      }),

    /** Forgets what was read above a block. */
    cutAbove: (chain: CaipNetworkId, account: Hex, block: number): Promise<void> =>
      changeChain(opened, chain, async (transaction) => {
        for (const range of await rangesOf(transaction, chain, account)) {
          if (range.high <= block) continue
          if (range.low > block)
            await transaction
              .deleteFrom('history_range')
              .where('chain', '=', chain)
              .where('account', '=', account)
              .where('high', '=', range.high)
              .execute()
          else {
            const gaps = range.gaps
              .filter((gap) => gap.low <= block)
              .map((gap) => ({ ...gap, high: Math.min(gap.high, block) }))
            await replace(transaction, { chain, account }, [range], { ...range, high: block, gaps })
          }
        }
        for (const table of ['history_entry', 'history_collectible'] as const)
          await transaction
            .deleteFrom(table)
            .where('chain', '=', chain)
            .where('account', '=', account)
            .where('block', '>', block)
            .execute()
      }),

    /** Replaces what was read of some blocks of the highest range by what was read of them again. */
    refill: (
      chain: CaipNetworkId,
      account: Hex,
      { low, high, entries, gaps }: Pick<Range, 'low' | 'high'> & Added,
    ): Promise<boolean> =>
      changeChain(opened, chain, async (transaction) => {
        const [top] = await rangesOf(transaction, chain, account)
        if (top === undefined || low < top.low || high > top.high) return false
        await transaction
          .deleteFrom('history_entry')
          .where('chain', '=', chain)
          .where('account', '=', account)
          .where('block', '>=', low)
          .where('block', '<=', high)
          .execute()
        await addEntries(
          transaction,
          chain,
          entries.map((entry) => ({ account, entry })),
        )
        const kept = top.gaps.flatMap((gap) => outside(gap, { low, high }))
        await replace(transaction, { chain, account }, [top], { ...top, gaps: [...kept, ...gaps] })
        return true
      }),

    /** The ranges that have been read, highest first. */
    of: (chain: CaipNetworkId, account: Hex): Promise<readonly Range[]> => rangesOf(database, chain, account),

    /** Begins a range, or continues `seen` upwards if the new range touches it. */
    raise: (
      chain: CaipNetworkId,
      account: Hex,
      seen: Range | undefined,
      { high, low, lowTime, entries, gaps }: Omit<Range, 'gaps'> & Added,
    ): Promise<boolean> =>
      changeChain(opened, chain, async (transaction) => {
        const [top] = await rangesOf(transaction, chain, account)
        if (!isSame(top, seen) || !(await isKnown(transaction, chain, account))) return false
        await addEntries(
          transaction,
          chain,
          entries.map((entry) => ({ account, entry })),
        )
        const place = { chain, account }
        if (top !== undefined && low === top.high + 1)
          await replace(transaction, place, [top], { ...top, high, gaps: [...gaps, ...top.gaps] })
        else await replace(transaction, place, [], { high, low, lowTime, gaps })
        return true
      }),

    /** Continues a range downwards to `low`, and joins it with the next one if they touch. */
    extend: (
      chain: CaipNetworkId,
      account: Hex,
      seen: Range,
      { low, lowTime, entries, gaps }: Pick<Range, 'low' | 'lowTime'> & Added,
    ): Promise<boolean> =>
      changeChain(opened, chain, async (transaction) => {
        const [top, next] = await rangesOf(transaction, chain, account)
        // New blocks above do not matter here.
        if (top === undefined || top.low !== seen.low) return false
        await addEntries(
          transaction,
          chain,
          entries.map((entry) => ({ account, entry })),
        )
        const grown = { ...top, low, lowTime, gaps: [...top.gaps, ...gaps] }
        const isMet = next !== undefined && next.high >= low - 1
        await replace(
          transaction,
          { chain, account },
          isMet ? [top, next] : [top],
          isMet ? { ...next, high: top.high, gaps: [...grown.gaps, ...next.gaps] } : grown,
        )
        return true
      }),

    /** The entries of the highest range after a place, newest first; `undefined` if nothing has been read. */
    page: (
      chain: CaipNetworkId,
      account: Hex,
      { before, limit }: { readonly before: Place; readonly limit: number },
    ): Promise<{ readonly range: Range; readonly entries: readonly Entry[] } | undefined> =>
      database.transaction().execute(async (transaction) => {
        const [range] = await rangesOf(transaction, chain, account)
        if (range === undefined) return undefined
        const rows = await transaction
          .selectFrom('history_entry')
          .where('chain', '=', chain)
          .where('account', '=', account)
          .where('block', '>=', range.low)
          .where('block', '<=', range.high)
          .where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('mined_at', 'block', 'position'),
              '<',
              tuple(before.minedAt, before.block, before.index),
            ),
          )
          .select('data')
          .orderBy('mined_at', 'desc')
          .orderBy('block', 'desc')
          .orderBy('position', 'desc')
          .limit(limit)
          .execute()
        return { range, entries: rows.map(({ data }) => JSON.parse(data) as Entry) }
      }),
  }
}

async function forget(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  addresses: readonly Hex[],
): Promise<void> {
  for (const part of chunksOf(addresses)) {
    await transaction
      .deleteFrom('history_asked')
      .where('chain', '=', chain)
      .where('address', 'in', part)
      .execute()
    await transaction
      .deleteFrom('history_range')
      .where('chain', '=', chain)
      .where('account', 'in', part)
      .execute()
  }
  await forgetDeeds(transaction, chain, addresses)
}

function isSame(range: Range | undefined, seen: Range | undefined): boolean {
  return range?.high === seen?.high && range?.low === seen?.low
}
