import { randomBytes } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { createRangeRecord } from './account/rangeRecord.js'
import { createChainRecord } from './chainRecord.js'
import type { Entry, Hex, Place } from './Entry.js'
import { historyMigrations } from './historyMigrations.js'
import type { HistoryTables } from './historyTables.js'
import { chunksOf, type HistoryDatabase } from './historyTransaction.js'
import type { Collectible, Facts, Watched } from './Known.js'
import { createRecipientRecord } from './recipientRecord.js'

/** An account's entries and its range, read in one snapshot even if another process writes meanwhile. */
export type KnownPage = { readonly watched: Watched; readonly entries: readonly Entry[] }

/** The store of the indexers. */
export type HistoryStore = Awaited<ReturnType<typeof openHistoryStore>>

const hour = 3_600_000

/**
 * Opens the indexers' store: in PostgreSQL, which several processes may share, in SQLite, or in memory.
 *
 * Every change is one transaction, so a killed process leaves consistent data. Each write names the state that it
 * extends, and is refused if another process has changed it.
 *
 * @throws `NewerSchemaError`, `DatabaseUnreachableError`
 */
export async function openHistoryStore(place: openDatabase.Place) {
  const opened: HistoryDatabase = await openDatabase<HistoryTables>(place, {
    name: 'history',
    migrations: historyMigrations,
    canBeReadAgain: true,
  })
  const { database } = opened
  const record = createChainRecord(opened)
  const key = await readKey(opened)

  /** The accounts of a chain. */
  const accountsOf = (chain: CaipNetworkId) =>
    database.selectFrom('history_account').where('chain', '=', chain)

  return {
    ...record,
    /** The accounts whose history is read only when it is asked for. */
    ranges: createRangeRecord(opened),
    /** Whom the accounts have sent to. */
    recipients: createRecipientRecord(opened),

    /** The key that signs cursors; all processes that share a database use the same one. */
    key,

    /**
     * Starts following an account; returns whether it is new. If a chain has more than `limit` accounts, those not
     * requested for the longest time are dropped.
     */
    async watch(chain: CaipNetworkId, address: Hex, now: number, limit: number): Promise<boolean> {
      const known = await accountsOf(chain)
        .where('address', '=', address)
        .select('asked_at')
        .executeTakeFirst()
      if (known === undefined) return record.addAccount(chain, { address, now, limit })
      // Updated at most hourly, so that reading rarely writes.
      if (now - known.asked_at > hour) {
        await database
          .updateTable('history_account')
          .set({ asked_at: now })
          .where('chain', '=', chain)
          .where('address', '=', address)
          .execute()
      }
      return false
    },
    async accounts(chain: CaipNetworkId): Promise<ReadonlySet<Hex>> {
      const rows = await accountsOf(chain).select('address').execute()
      return new Set(rows.map(({ address }) => address))
    },
    /** `undefined` until the first block has been read for the account. */
    async watched(chain: CaipNetworkId, address: Hex): Promise<Watched | undefined> {
      const row = await accountsOf(chain)
        .where('address', '=', address)
        .select(['low', 'low_time', 'first'])
        .executeTakeFirst()
      return toWatched(row)
    },

    /** Newest first, only entries after a place; `undefined` until the first block has been read for the account. */
    async page(
      chain: CaipNetworkId,
      account: Hex,
      { before, limit }: { readonly before: Place; readonly limit: number },
    ): Promise<KnownPage | undefined> {
      const rows = await accountsOf(chain)
        .where('address', '=', account)
        .leftJoin(
          (query) =>
            query
              .selectFrom('history_entry')
              .select(['mined_at', 'block', 'position', 'data'])
              .where('chain', '=', chain)
              .where('account', '=', account)
              .where(({ eb, refTuple, tuple }) =>
                eb(
                  refTuple('mined_at', 'block', 'position'),
                  '<',
                  tuple(before.minedAt, before.block, before.index),
                ),
              )
              .orderBy('mined_at', 'desc')
              .orderBy('block', 'desc')
              .orderBy('position', 'desc')
              .limit(limit)
              .as('found'),
          (join) => join.onTrue(),
        )
        .select(['low', 'low_time', 'first', 'data'])
        .orderBy('found.mined_at', 'desc')
        .orderBy('found.block', 'desc')
        .orderBy('found.position', 'desc')
        .execute()
      const watched = toWatched(rows[0])
      if (watched === undefined) return undefined
      return {
        watched,
        entries: rows.flatMap(({ data }) => (data === null ? [] : [JSON.parse(data) as Entry])),
      }
    },
    /** The collectibles that the account received, newest first. */
    collectibles: (chain: CaipNetworkId, account: Hex, limit: number): Promise<readonly Collectible[]> =>
      database
        .selectFrom('history_collectible')
        .where('chain', '=', chain)
        .where('account', '=', account)
        .groupBy(['token', 'token_id', 'standard'])
        .select(['token', 'token_id as tokenId', 'standard'])
        .orderBy(({ fn }) => fn.max('block'), 'desc')
        .orderBy('token')
        .orderBy('token_id')
        .limit(limit)
        .execute(),

    async facts(chain: CaipNetworkId, tokens: readonly Hex[]): Promise<ReadonlyMap<Hex, Facts>> {
      const found = new Map<Hex, Facts>()
      for (const part of chunksOf(tokens)) {
        const rows = await database
          .selectFrom('history_facts')
          .where('chain', '=', chain)
          .where('token', 'in', part)
          .select(['token', 'name', 'symbol', 'decimals'])
          .execute()
        for (const { token, ...facts } of rows) found.set(token, facts)
      }
      return found
    },
    async addFacts(chain: CaipNetworkId, known: ReadonlyMap<Hex, Facts>): Promise<void> {
      for (const part of chunksOf([...known])) {
        await database
          .insertInto('history_facts')
          .values(
            part.map(([token, { name, symbol, decimals }]) => ({ chain, token, name, symbol, decimals })),
          )
          .onConflict((conflict) =>
            conflict.columns(['chain', 'token']).doUpdateSet(({ ref }) => ({
              name: ref('excluded.name'),
              symbol: ref('excluded.symbol'),
              decimals: ref('excluded.decimals'),
            })),
          )
          .execute()
      }
    },
    close: () => database.destroy(),
  }
}

async function readKey({ database }: HistoryDatabase): Promise<Buffer> {
  const row = { id: 1, key: randomBytes(32).toString('hex') }
  await database
    .insertInto('history_secret')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { key } = await database.selectFrom('history_secret').select('key').executeTakeFirstOrThrow()
  return Buffer.from(key, 'hex')
}

type Range = {
  readonly low: number | null
  readonly low_time: number | null
  readonly first: number | null
}

function toWatched(row: Range | undefined): Watched | undefined {
  if (row === undefined || row.low === null) return undefined
  return { low: row.low, first: row.first ?? 0, lowTime: row.low_time ?? 0 }
}
