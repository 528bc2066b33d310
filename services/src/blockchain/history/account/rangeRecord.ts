import type { CaipNetworkId } from 'latchkey/protocol'
import { addEntries, forgetDeeds } from '../chainRows.js'
import type { Entry, Hex, Place } from '../Entry.js'
import {
  changeChain,
  chunksOf,
  type HistoryDatabase,
  type HistoryTransaction,
} from '../historyTransaction.js'
import { type Gap, joinGaps } from './gaps.js'

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

const day = 86_400_000

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
     * Notes that an account was asked for. Returns whether its history may be stored: a new account takes the place of
     * one that was asked for on a single day, and if there is none, nobody's.
     */
    async admit(
      chain: CaipNetworkId,
      {
        account: address,
        now,
        limit,
      }: { readonly account: Hex; readonly now: number; readonly limit: number },
    ): Promise<boolean> {
      const asked = database.selectFrom('history_asked').where('chain', '=', chain)
      const known = await asked.where('address', '=', address).select(['asked_at', 'days']).executeTakeFirst()
      if (known !== undefined) {
        const isNewDay = Math.floor(now / day) !== Math.floor(known.asked_at / day)
        if (isNewDay)
          await database
            .updateTable('history_asked')
            .set({ asked_at: now, days: 2 })
            .where('chain', '=', chain)
            .where('address', '=', address)
            .execute()
        return true
      }
      return changeChain(opened, chain, async (transaction) => {
        if (await isKnown(transaction, chain, address)) return true
        const rows = transaction.selectFrom('history_asked').where('chain', '=', chain)
        const { count } = await rows
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (Number(count) >= limit) {
          const single = rows.where('days', '=', 1).select('address').orderBy('asked_at')
          const dropped = await single.limit(Number(count) + 1 - limit).execute()
          if (dropped.length === 0) return false
          await forget(
            transaction,
            chain,
            dropped.map((one) => one.address),
          )
        }
        // Entries of a time when the chain was followed block by block are read again.
        await forgetDeeds(transaction, chain, [address])
        await transaction
          .insertInto('history_asked')
          .values({ chain, address, asked_at: now, days: 1 })
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
