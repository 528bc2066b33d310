import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import type { Entry, Hex } from './Entry.js'
import { openHistoryStore } from './historyStore.js'

const chain = 'eip155:1'
const account: Hex = `0x${'a'.repeat(40)}`
const token: Hex = `0x${'c'.repeat(40)}`
const hashOf = (number: number): Hex => `0x${String(number).padStart(64, '0')}`
const newest = { minedAt: Number.MAX_SAFE_INTEGER, block: 0, index: 0 }
const friend: Hex = `0x${'f'.repeat(40)}`
const entry = {
  ...{ hash: hashOf(7), block: 95, index: 3, minedAt: 5_000, status: 'confirmed', from: account, to: friend },
  ...{ isOwn: true, movements: [{ standard: 'native', units: '1', from: account, to: friend }] },
} as unknown as Entry
const directories: string[] = []

afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** The tables of files from before version tracking, as the code then created them, in their first and second form. */
const oldTables = (ranges: string) => `
  CREATE TABLE IF NOT EXISTS head (chain TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS block (
    chain TEXT NOT NULL, number INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (chain, number)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS account (
    chain TEXT NOT NULL, address TEXT NOT NULL, asked_at INTEGER NOT NULL,
    ${ranges}, PRIMARY KEY (chain, address)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS account_by_time ON account (chain, asked_at);
  CREATE TABLE IF NOT EXISTS entry (
    chain TEXT NOT NULL, account TEXT NOT NULL, mined_at INTEGER NOT NULL, block INTEGER NOT NULL,
    position INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (chain, account, mined_at, block, position)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_by_block ON entry (chain, block);
  CREATE TABLE IF NOT EXISTS collectible (
    chain TEXT NOT NULL, account TEXT NOT NULL, token TEXT NOT NULL, token_id TEXT NOT NULL, standard TEXT NOT NULL,
    block INTEGER NOT NULL, PRIMARY KEY (chain, account, token, token_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS collectible_by_block ON collectible (chain, block);
  CREATE TABLE IF NOT EXISTS facts (
    chain TEXT NOT NULL, token TEXT NOT NULL, name TEXT NOT NULL, symbol TEXT NOT NULL, decimals INTEGER,
    PRIMARY KEY (chain, token)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL);`

function writeOld(ranges: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-migrations-'))
  directories.push(directory)
  const database = new Database(join(directory, 'history.db'))
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(oldTables(ranges))
  database.exec(`
    INSERT INTO head VALUES ('${chain}', 100);
    INSERT INTO block VALUES ('${chain}', 99, '${hashOf(99)}'), ('${chain}', 100, '${hashOf(100)}');
    INSERT INTO account (chain, address, asked_at, low, low_time, first) VALUES ('${chain}', '${account}', 1, 90, 4000, 0);
    INSERT INTO facts VALUES ('${chain}', '${token}', 'Cats', 'CAT', NULL);
    INSERT INTO collectible VALUES ('${chain}', '${account}', '${token}', '7', 'ERC721', 95);
    INSERT INTO secret VALUES (1, '${'ab'.repeat(32)}');`)
  database
    .prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)')
    .run(chain, account, entry.minedAt, entry.block, entry.index, JSON.stringify(entry))
  database.close()
  return directory
}

describe('a file from before version tracking', () => {
  test('in its last form: everything continues where it was', async () => {
    const directory = writeOld('low INTEGER, low_parent TEXT, low_time INTEGER, first INTEGER')
    const file = new Database(join(directory, 'history.db'))
    file.prepare('UPDATE account SET low_parent = ?').run(hashOf(89))
    file.close()
    // Twice, because finished steps must not run again.
    for (let time = 0; time < 2; time++) {
      const store = await openHistoryStore({ directory })
      expect(await store.head(chain)).toEqual({ number: 100, hash: hashOf(100) })
      expect(await store.blocks(chain)).toHaveLength(2)
      expect(await store.page(chain, account, { before: newest, limit: 5 })).toEqual({
        watched: { low: 90, first: 0, lowTime: 4_000 },
        entries: [entry],
      })
      expect(await store.unfinished(chain)).toEqual([
        { address: account, low: 90, lowParent: hashOf(89), first: 0 },
      ])
      expect(await store.collectibles(chain, account, 5)).toEqual([
        { token, tokenId: '7', standard: 'ERC721' },
      ])
      expect([...(await store.facts(chain, [token]))]).toEqual([
        [token, { name: 'Cats', symbol: 'CAT', decimals: null }],
      ])
      expect(await store.recipients.like(chain, account, [friend])).toEqual([{ address: friend, block: 95 }])
      expect(store.key.toString('hex')).toBe('ab'.repeat(32))
      await store.close()
    }
    const database = new Database(join(directory, 'history.db'))
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
    database.close()
    expect(tables.map((row) => (row as { readonly name: string }).name)).toMatchInlineSnapshot(`
      [
        "history_account",
        "history_asked",
        "history_block",
        "history_collectible",
        "history_entry",
        "history_facts",
        "history_head",
        "history_range",
        "history_recipient",
        "history_secret",
        "history_walk",
        "latchkey_schema",
      ]
    `)
  })

  test('in its first form, which lacked a column: followed accounts stay, and their history is read again', async () => {
    const store = await openHistoryStore({
      directory: writeOld('low INTEGER, low_time INTEGER, first INTEGER'),
    })
    expect(await store.accounts(chain)).toEqual(new Set([account]))
    expect(await store.watched(chain, account)).toBeUndefined()
    await store.place(chain, 50)
    expect(await store.unfinished(chain)).toEqual([
      { address: account, low: 101, lowParent: hashOf(100), first: 51 },
    ])
    await store.close()
  })
})
