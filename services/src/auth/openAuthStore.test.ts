import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { openDatabase } from '../shared/database/openDatabase.js'
import { startPostgres, type TestPostgres } from '../testing/startPostgres.js'
import { type AuthStore, hashOf, type Owner, type Session } from './AuthStore.js'
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
const owner: Owner = { page: 'page', key: 'key' }
const options = { now: () => time, nonceLifetime: 5_000, tokenLifetime: 10_000, sessionLifetime: 60_000 }

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
  test('a nonce is accepted once, from the client that received it, before it expires', async () => {
    const { nonces } = await open(place())
    await nonces.add('a', 'alice')
    expect(await nonces.consume('a', 'alice')).toBe(true)
    expect(await nonces.consume('a', 'alice')).toBe(false)
    await nonces.add('b', 'alice')
    expect(await nonces.consume('b', 'mallory')).toBe(false)
    // The failed attempt used the nonce up.
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

  test('a session is found by its token, page and key, until it is revoked', async () => {
    const store = await open(place())
    const [pair, other] = await store.open([alice, { ...alice, chainId: 'eip155:10' }], owner)
    if (pair === undefined || other === undefined) throw new Error('no session')
    expect(pair.token).toMatch(/^[\w-]{43}$/)
    expect(await store.find(pair.token, owner)).toEqual(alice)
    expect(await store.find(other.token, owner)).toEqual({ ...alice, chainId: 'eip155:10' })
    expect(await store.find(pair.token, { ...owner, page: 'another' })).toBeUndefined()
    expect(await store.find(`${pair.token}x`, owner)).toBeUndefined()
    expect(await store.revoke(pair.token, owner)).toBe(true)
    expect(await store.revoke(pair.token, owner)).toBe(false)
    expect(await store.find(pair.token, owner)).toBeUndefined()
    expect(await store.refresh(pair.refreshToken, owner)).toBeUndefined()
    expect(await store.find(other.token, owner)).toBeDefined()
  })

  test('a token and its session each expire at their own time', async () => {
    const store = await open(place())
    const [pair] = await store.open([alice], owner)
    time += 9_999
    expect(await store.find(pair?.token ?? '', owner)).toEqual(alice)
    time += 1
    expect(await store.find(pair?.token ?? '', owner)).toBeUndefined()
    const next = await store.refresh(pair?.refreshToken ?? '', owner)
    expect(await store.find(next?.token ?? '', owner)).toEqual(alice)
    time += 50_000
    expect(await store.refresh(next?.refreshToken ?? '', owner)).toBeUndefined()
  })

  test('another key ends the family', async () => {
    const store = await open(place())
    const [pair] = await store.open([alice], owner)
    expect(await store.refresh(pair?.refreshToken ?? '', { ...owner, key: 'thief' })).toBeUndefined()
    expect(await store.find(pair?.token ?? '', owner)).toBeUndefined()
  })

  test('a refresh token used again is served for 30 s, then ends the family', async () => {
    const store = await open(place())
    const [pair] = await store.open([alice], owner)
    const refresh = () => store.refresh(pair?.refreshToken ?? '', owner)
    const atOnce = await Promise.all(Array.from({ length: 5 }, refresh))
    for (const next of atOnce) expect(await store.find(next?.token ?? '', owner)).toEqual(alice)
    time += 30_000
    const [first] = atOnce
    const after = await store.refresh(first?.refreshToken ?? '', owner)
    expect(await store.find(after?.token ?? '', owner)).toEqual(alice)
    expect(await refresh()).toBeUndefined()
    expect(await store.find(after?.token ?? '', owner)).toBeUndefined()
    expect(await store.refresh(after?.refreshToken ?? '', owner)).toBeUndefined()
  })

  test('a proof is accepted once, however many arrive at once', async () => {
    const store = await open(place())
    const id = `key ${time}`
    const uses = await Promise.all(Array.from({ length: 20 }, () => store.useProof(id, time + 5_000)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    time += 4_999
    expect(await store.useProof(id, time + 5_000)).toBe(false)
  })

  test.skipIf(name === 'memory')('survives a restart', async () => {
    const before = await openAuthStore(place(), options)
    const [pair] = await before.open([alice], owner)
    await before.close()
    expect(await (await open(place())).find(pair?.token ?? '', owner)).toEqual(alice)
  })
})

describe('SQLite', () => {
  test('migrating a file with bearer tokens ends them and drops its tables', async () => {
    const old = mkdtempSync(join(directory, 'old-'))
    const database = new Database(join(old, 'auth.db'))
    // The tables as the code created them then.
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
    expect(await store.find('token', owner)).toBeUndefined()
    const [pair] = await store.open([alice], owner)
    expect(await (await open({ directory: old })).find(pair?.token ?? '', owner)).toEqual(alice)
    const tables = new Database(join(old, 'auth.db')).prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    )
    const names = (tables.all() as { readonly name: string }[]).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['auth_families']))
    expect(names.filter((name) => /sessions|^nonces/.test(name))).toEqual([])
  })
})

describe('PostgreSQL', () => {
  test('several processes share it and may start at once', async () => {
    const databaseUrl = postgres.url
    const stores = await Promise.all(Array.from({ length: 4 }, () => open({ databaseUrl })))
    const [first, second] = stores
    const [pair] = (await first?.open([alice], owner)) ?? []
    expect(await second?.find(pair?.token ?? '', owner)).toEqual(alice)
    await first?.nonces.add('shared')
    const uses = await Promise.all(stores.map(({ nonces }) => nonces.consume('shared')))
    expect(uses.filter(Boolean)).toHaveLength(1)
  })

  test('a restart of the database breaks connections but not the service', async ({ skip }) => {
    skip(postgres.kind === 'wasm', 'it knows one connection')
    const databaseUrl = postgres.url
    const heard: string[] = []
    const store = await openAuthStore(
      { databaseUrl, onTrouble: ({ message }) => heard.push(message) },
      options,
    )
    opened.push(store)
    const [pair] = await store.open([alice], owner)
    const admin = new Client({ connectionString: databaseUrl })
    await admin.connect()
    const others = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'
    await admin.query(others)
    await admin.end()
    await vi.waitFor(() => expect(heard).not.toEqual([]))
    expect(await store.find(pair?.token ?? '', owner)).toEqual(alice)
  })

  test('error: an unreachable database fails the start', async () => {
    await expect(open({ databaseUrl: 'postgres://postgres@127.0.0.1:9/x' })).rejects.toThrow(/ECONNREFUSED/)
  })
})
