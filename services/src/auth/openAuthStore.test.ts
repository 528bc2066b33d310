import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { openDatabase } from '../shared/database/openDatabase.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'
import { type AuthStore, hashOf, type Session } from './AuthStore.js'
import { openAuthStore } from './openAuthStore.js'

const alice: Session = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 'eip155:1' }
const directory = mkdtempSync(join(tmpdir(), 'latchkey-auth-'))
let postgres: TestPostgres
const opened: AuthStore[] = []

beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true })
})

let time = 1_000_000
const options = { now: () => time, nonceLifetime: 5_000, sessionLifetime: 60_000 }

async function open(place: openDatabase.Place): Promise<AuthStore> {
  const store = await openAuthStore(place, options)
  opened.push(store)
  return store
}

describe.each<[string, () => openDatabase.Place]>([
  ['memory', () => ({})],
  ['SQLite', () => ({ directory })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('%s', (name, place) => {
  test('a nonce is used once, by whom it was given to, in its time', async () => {
    const { nonces } = await open(place())
    await nonces.add('a', 'alice')
    expect(await nonces.consume('a', 'alice')).toBe(true)
    expect(await nonces.consume('a', 'alice')).toBe(false)
    await nonces.add('b', 'alice')
    expect(await nonces.consume('b', 'mallory')).toBe(false)
    // Burnt all the same.
    expect(await nonces.consume('b', 'alice')).toBe(false)
    await nonces.add('c')
    time += 5_000
    expect(await nonces.consume('c')).toBe(false)
    expect(await nonces.consume('never')).toBe(false)
  })

  test('200 uses of one nonce at once: one succeeds', async () => {
    const { nonces } = await open(place())
    await nonces.add('race')
    const uses = await Promise.all(Array.from({ length: 200 }, () => nonces.consume('race')))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  test('a session is found by its token and binding, until it is revoked', async () => {
    const store = await open(place())
    const [token = '', other = ''] = await store.open([alice, { ...alice, chainId: 'eip155:10' }], 'page')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await store.find(token, 'page')).toEqual(alice)
    expect(await store.find(other, 'page')).toEqual({ ...alice, chainId: 'eip155:10' })
    expect(await store.find(token, 'another page')).toBeUndefined()
    expect(await store.find(`${token}x`, 'page')).toBeUndefined()
    await store.revoke(token)
    expect(await store.find(token, 'page')).toBeUndefined()
    expect(await store.find(other, 'page')).toBeDefined()
  })

  test('a session ends in its time', async () => {
    const store = await open(place())
    const [token = ''] = await store.open([alice], 'page')
    time += 59_999
    expect(await store.find(token, 'page')).toEqual(alice)
    time += 1
    expect(await store.find(token, 'page')).toBeUndefined()
  })

  test.skipIf(name === 'memory')('survives a restart', async () => {
    const before = await openAuthStore(place(), options)
    const [token = ''] = await before.open([alice], 'page')
    await before.close()
    expect(await (await open(place())).find(token, 'page')).toEqual(alice)
  })
})

describe('SQLite', () => {
  test('a file from before there was PostgreSQL: whoever was signed in stays so', async () => {
    const old = mkdtempSync(join(directory, 'old-'))
    const database = new Database(join(old, 'auth.db'))
    // As the code of that time made them.
    database.exec(`
      CREATE TABLE IF NOT EXISTS nonces (
        nonce TEXT PRIMARY KEY, binding TEXT NOT NULL, expires_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS nonces_by_time ON nonces (expires_at);
      CREATE TABLE IF NOT EXISTS sessions (
        token_hash TEXT PRIMARY KEY, address TEXT NOT NULL, chain_id TEXT NOT NULL, binding TEXT NOT NULL,
        expires_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS sessions_by_time ON sessions (expires_at);`)
    database
      .prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)')
      .run(hashOf('token'), alice.address, alice.chainId, 'page', time + 1_000)
    database.close()
    const store = await open({ directory: old })
    expect(await store.find('token', 'page')).toEqual(alice)
    await store.revoke('token')
    expect(await (await open({ directory: old })).find('token', 'page')).toBeUndefined()
  })
})

describe('PostgreSQL', () => {
  test('several processes share it, and may start at once', async () => {
    const databaseUrl = postgres.url
    const stores = await Promise.all(Array.from({ length: 4 }, () => open({ databaseUrl })))
    const [first, second] = stores
    const [token = ''] = (await first?.open([alice], 'page')) ?? []
    expect(await second?.find(token, 'page')).toEqual(alice)
    await first?.nonces.add('shared')
    const uses = await Promise.all(stores.map(({ nonces }) => nonces.consume('shared')))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  test('a restart of the database breaks connections, not the service', async ({ skip }) => {
    skip(postgres.kind === 'wasm', 'it knows one connection')
    const databaseUrl = postgres.url
    const heard: string[] = []
    const store = await openAuthStore(
      { databaseUrl, onTrouble: ({ message }) => heard.push(message) },
      options,
    )
    opened.push(store)
    const [token = ''] = await store.open([alice], 'page')
    const admin = new Client({ connectionString: databaseUrl })
    await admin.connect()
    const others = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'
    await admin.query(others)
    await admin.end()
    await vi.waitFor(() => expect(heard).not.toEqual([]))
    expect(await store.find(token, 'page')).toEqual(alice)
  })

  test('one that is not there: the start fails', async () => {
    await expect(open({ databaseUrl: 'postgres://postgres@127.0.0.1:9/x' })).rejects.toThrow(/ECONNREFUSED/)
  })
})
