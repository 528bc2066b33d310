import { type Kysely, sql } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import { hasTable } from '../../shared/database/hasTable.js'
import type { DatabaseKind, Migration } from '../../shared/database/migrate.js'
import type { Entry, Hex } from './Entry.js'
import type { HistoryTables } from './historyTables.js'
import { addRecipients } from './recipientRows.js'

export const historyMigrations: readonly Migration[] = [
  async (database, kind) => {
    await run(database, tables(kind))
    if (kind === 'sqlite' && (await hasTable(database, 'head'))) await adopt(database)
  },
  (database, kind) => run(database, rangeTables(kind)),
  async (database, kind) => {
    await run(database, recipientTables(kind))
    await noteStored(database)
  },
  (database) => run(database, ownClients),
  (database) => run(database, ['ALTER TABLE history_range ADD COLUMN high_hash TEXT']),
]

/** Accounts belong to the client that they were read for. Those of before belong to nobody, until somebody asks. */
const ownClients = [
  'DROP INDEX history_asked_by_days',
  'ALTER TABLE history_asked DROP COLUMN days',
  "ALTER TABLE history_asked ADD COLUMN client TEXT NOT NULL DEFAULT ''",
  'CREATE INDEX history_asked_by_client ON history_asked (chain, client, asked_at)',
  'CREATE INDEX history_asked_by_time ON history_asked (chain, asked_at)',
]

function tables(kind: DatabaseKind): readonly string[] {
  // Rows are found by key only; without row ids SQLite stores each key once.
  const end = kind === 'sqlite' ? ') WITHOUT ROWID' : ')'
  return [
    `CREATE TABLE history_head (
      chain TEXT NOT NULL PRIMARY KEY, number BIGINT NOT NULL, made_at BIGINT NOT NULL ${end}`,
    `CREATE TABLE history_block (
      chain TEXT NOT NULL, number BIGINT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (chain, number) ${end}`,
    `CREATE TABLE history_account (
      chain TEXT NOT NULL, address TEXT NOT NULL, asked_at BIGINT NOT NULL, low BIGINT, low_parent TEXT,
      low_time BIGINT, first BIGINT, PRIMARY KEY (chain, address) ${end}`,
    'CREATE INDEX history_account_by_time ON history_account (chain, asked_at)',
    `CREATE TABLE history_entry (
      chain TEXT NOT NULL, account TEXT NOT NULL, mined_at BIGINT NOT NULL, block BIGINT NOT NULL,
      position BIGINT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (chain, account, mined_at, block, position) ${end}`,
    'CREATE INDEX history_entry_by_block ON history_entry (chain, block)',
    `CREATE TABLE history_collectible (
      chain TEXT NOT NULL, account TEXT NOT NULL, token TEXT NOT NULL, token_id TEXT NOT NULL,
      block BIGINT NOT NULL, standard TEXT NOT NULL, PRIMARY KEY (chain, account, token, token_id, block) ${end}`,
    'CREATE INDEX history_collectible_by_block ON history_collectible (chain, block)',
    `CREATE TABLE history_facts (
      chain TEXT NOT NULL, token TEXT NOT NULL, name TEXT NOT NULL, symbol TEXT NOT NULL, decimals BIGINT,
      PRIMARY KEY (chain, token) ${end}`,
    `CREATE TABLE history_secret (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL)`,
  ]
}

/** The tables of accounts whose history is read only when it is asked for. */
function rangeTables(kind: DatabaseKind): readonly string[] {
  const end = kind === 'sqlite' ? ') WITHOUT ROWID' : ')'
  return [
    `CREATE TABLE history_asked (
      chain TEXT NOT NULL, address TEXT NOT NULL, asked_at BIGINT NOT NULL, days BIGINT NOT NULL,
      PRIMARY KEY (chain, address) ${end}`,
    'CREATE INDEX history_asked_by_days ON history_asked (chain, days, asked_at)',
    `CREATE TABLE history_range (
      chain TEXT NOT NULL, account TEXT NOT NULL, high BIGINT NOT NULL, low BIGINT NOT NULL,
      low_time BIGINT NOT NULL, gaps TEXT NOT NULL, PRIMARY KEY (chain, account, high) ${end}`,
  ]
}

/** The tables of whom the accounts have sent to. */
function recipientTables(kind: DatabaseKind): readonly string[] {
  const end = kind === 'sqlite' ? ') WITHOUT ROWID' : ')'
  const parts = [
    'substr(address, 3, 2)',
    'substr(address, 5, 2)',
    'substr(address, 37, 3)',
    'substr(address, 40, 3)',
  ]
  return [
    `CREATE TABLE history_recipient (
      chain TEXT NOT NULL, account TEXT NOT NULL, address TEXT NOT NULL, token TEXT NOT NULL, block BIGINT NOT NULL,
      PRIMARY KEY (chain, account, address, token) ${end}`,
    'CREATE INDEX history_recipient_by_block ON history_recipient (chain, block)',
    ...parts.map(
      (part, index) =>
        `CREATE INDEX history_recipient_by_part${index} ON history_recipient (chain, account, ${part})`,
    ),
    `CREATE TABLE history_walk (
      chain TEXT NOT NULL, account TEXT NOT NULL, high BIGINT NOT NULL, until_block BIGINT NOT NULL, place TEXT,
      PRIMARY KEY (chain, account) ${end}`,
  ]
}

/** Notes whom the accounts sent to in the entries that are stored already. */
async function noteStored(database: Kysely<unknown>): Promise<void> {
  const typed = database as Kysely<HistoryTables>
  let after = { chain: '' as CaipNetworkId, account: '' as Hex, mined_at: 0, block: 0, position: 0 }
  for (;;) {
    const { chain, account, mined_at, block, position } = after
    const rows = await typed
      .selectFrom('history_entry')
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('chain', 'account', 'mined_at', 'block', 'position'),
          '>',
          tuple(chain, account, mined_at, block, position),
        ),
      )
      .selectAll()
      .orderBy('chain')
      .orderBy('account')
      .orderBy('mined_at')
      .orderBy('block')
      .orderBy('position')
      .limit(1_000)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    for (const one of new Set(rows.map((row) => row.chain)))
      await addRecipients(
        typed,
        one,
        rows.flatMap((row) =>
          row.chain === one ? [{ account: row.account, entry: JSON.parse(row.data) as Entry }] : [],
        ),
      )
    after = last
  }
}

/**
 * Takes over a file from before version tracking. Its first form did not store the hash below an account's range, so
 * the histories of those accounts are read again.
 */
async function adopt(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM pragma_table_info('account') WHERE name = 'low_parent'`.execute(
    database,
  )
  const ranges = rows.length > 0 ? 'low, low_parent, low_time, first' : 'NULL, NULL, NULL, NULL'
  await run(database, [
    // The old table has no time for the head. The largest time is the safe choice.
    'INSERT INTO history_head SELECT chain, number, 8640000000000000 FROM head',
    'INSERT INTO history_block SELECT chain, number, hash FROM block',
    `INSERT INTO history_account SELECT chain, address, asked_at, ${ranges} FROM account`,
    'INSERT INTO history_entry SELECT chain, account, mined_at, block, position, data FROM entry',
    'INSERT INTO history_collectible SELECT chain, account, token, token_id, block, standard FROM collectible',
    // Contracts without any details are asked again: a node may have failed.
    "INSERT INTO history_facts SELECT chain, token, name, symbol, decimals FROM facts WHERE name <> '' OR symbol <> ''",
    'INSERT INTO history_secret SELECT id, key FROM secret',
    ...['head', 'block', 'account', 'entry', 'collectible', 'facts', 'secret'].map(
      (table) => `DROP TABLE ${table}`,
    ),
  ])
}

async function run(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
