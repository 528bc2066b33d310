import { sql } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import { addEntries, forgetDeeds } from '../chainRows.js'
import type { Entry, Hex, Place } from '../Entry.js'
import { changeChain, type HistoryDatabase, type HistoryTransaction } from '../historyTransaction.js'
import { createAskedAccounts, isAsked } from './askedAccounts.js'
import { type Gap, joinGaps, outside } from './gaps.js'

/** A part of an account's history that has been read. */
export type Range = {
  readonly high: number
  readonly low: number
  /** Every unread block below is at least as old. */
  readonly lowTime: number
  readonly gaps: readonly Gap[]
  /** The hash of block `high`: another one tells that the chain has changed. */
  readonly highHash?: Hex | undefined
}

/** How much is kept of an account. `bytes` are those of the entries' text. */
export type Size = { readonly entries: number; readonly bytes: number }

/** What was read below a range, or above it. */
type Added = { readonly entries: readonly Entry[]; readonly gaps: readonly Gap[] }

export type RangeRecord = ReturnType<typeof createRangeRecord>

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
      .select(['high', 'low', 'low_time as lowTime', 'gaps', 'high_hash as highHash'])
      .orderBy('high', 'desc')
      .execute()
    return rows.map(({ gaps, highHash, ...range }) => ({
      ...range,
      gaps: JSON.parse(gaps) as readonly Gap[],
      ...(highHash !== null && { highHash: highHash as Hex }),
    }))
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
    const { high, low, lowTime, gaps, highHash = null } = range
    await transaction
      .insertInto('history_range')
      .values({
        ...{ chain, account, high, low, low_time: lowTime, gaps: JSON.stringify(joinGaps(gaps)) },
        high_hash: highHash,
      })
      .execute()
  }

  return {
    ...createAskedAccounts(opened),

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
            await replace(transaction, { chain, account }, [range], {
              ...range,
              high: block,
              highHash: undefined,
              gaps,
            })
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
      { high, highHash, low, lowTime, entries, gaps }: Omit<Range, 'gaps'> & Added,
    ): Promise<boolean> =>
      changeChain(opened, chain, async (transaction) => {
        const [top] = await rangesOf(transaction, chain, account)
        if (!isSame(top, seen) || !(await isAsked(transaction, chain, account))) return false
        await addEntries(
          transaction,
          chain,
          entries.map((entry) => ({ account, entry })),
        )
        const place = { chain, account }
        if (top !== undefined && low === top.high + 1)
          await replace(transaction, place, [top], {
            ...{ ...top, high, highHash, gaps: [...gaps, ...top.gaps] },
          })
        else await replace(transaction, place, [], { high, highHash, low, lowTime, gaps })
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
          isMet
            ? { ...next, high: top.high, highHash: top.highHash, gaps: [...grown.gaps, ...next.gaps] }
            : grown,
        )
        return true
      }),

    /** How many entries are kept of an account, and how long they are together. */
    async sizeOf(chain: CaipNetworkId, account: Hex): Promise<Size> {
      const own = database
        .selectFrom('history_entry')
        .where('chain', '=', chain)
        .where('account', '=', account)
      const bytes = sql<number | null>`sum(length(data))`
      const found = await own
        .select(({ fn }) => [fn.countAll<number>().as('entries'), bytes.as('bytes')])
        .executeTakeFirst()
      return { entries: Number(found?.entries ?? 0), bytes: Number(found?.bytes ?? 0) }
    },

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

function isSame(range: Range | undefined, seen: Range | undefined): boolean {
  return range?.high === seen?.high && range?.low === seen?.low
}
