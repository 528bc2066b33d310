import { randomBytes } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { createChainRecord } from './chainRecord.js'
import type { Entry, Hex, Place } from './Entry.js'
import { historyMigrations } from './historyMigrations.js'
import type { HistoryTables } from './historyTables.js'
import { chunksOf, type HistoryDatabase } from './historyTransaction.js'

/** How far a chain has been read. */
export type Head = { readonly number: number; readonly hash: Hex }

/** An account's history is known from `low` to the head; it is wanted from `first`. */
export type Watched = {
  readonly low: number
  readonly first: number
  /** When the block `low` was made: nothing below it is newer. */
  readonly lowTime: number
}

/** A collectible that came to an account at some time; whether it is still there is the chain's to say. */
export type Collectible = {
  readonly token: Hex
  readonly tokenId: string
  readonly standard: 'ERC721' | 'ERC1155'
}

/** What is known of a contract; `decimals` is `null` where it has none. */
export type Facts = { readonly name: string; readonly symbol: string; readonly decimals: number | null }

/** An account's entries, and how far they are known; of one moment, whoever writes meanwhile. */
export type KnownPage = { readonly watched: Watched; readonly entries: readonly Entry[] }

/** All that the indexers remember. */
export type HistoryStore = Awaited<ReturnType<typeof openHistoryStore>>

const hour = 3_600_000

/**
 * Opens the memory of the indexers: in PostgreSQL, which several processes may share, in SQLite, or in this process.
 *
 * Every change is one transaction, so that a killed process finds it whole. What is written about a chain says what it
 * builds upon, and is refused where another process was faster.
 *
 * @throws `NewerSchemaError`, and what the database says where it cannot be reached
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

  /** Of the accounts of a chain. */
  const accountsOf = (chain: CaipNetworkId) =>
    database.selectFrom('history_account').where('chain', '=', chain)

  return {
    ...record,

    /** What cursors are signed with; all processes that share a database have the same. */
    key,

    /**
     * Has an account followed from now on; returns whether it was not before. Beyond `limit` accounts of a chain those
     * that nobody has asked for the longest are forgotten.
     */
    async watch(chain: CaipNetworkId, address: Hex, now: number, limit: number): Promise<boolean> {
      const known = await accountsOf(chain)
        .where('address', '=', address)
        .select('asked_at')
        .executeTakeFirst()
      if (known === undefined) return record.addAccount(chain, { address, now, limit })
      // To the hour: reading must not become writing.
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
    /** `undefined` while not a block was read for it. */
    async watched(chain: CaipNetworkId, address: Hex): Promise<Watched | undefined> {
      const row = await accountsOf(chain)
        .where('address', '=', address)
        .select(['low', 'low_time', 'first'])
        .executeTakeFirst()
      return toWatched(row)
    },

    /** The newest first, only such as come after a place; `undefined` while not a block was read for the account. */
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
    /** What came to an account, the last first. */
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
