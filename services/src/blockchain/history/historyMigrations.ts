import { type Kysely, sql } from 'kysely'
import { hasTable } from '../../shared/database/hasTable.js'
import type { DatabaseKind, Migration } from '../../shared/database/migrate.js'

export const historyMigrations: readonly Migration[] = [
  async (database, kind) => {
    await run(database, tables(kind))
    if (kind === 'sqlite' && (await hasTable(database, 'head'))) await adopt(database)
  },
  (database, kind) => run(database, rangeTables(kind)),
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
