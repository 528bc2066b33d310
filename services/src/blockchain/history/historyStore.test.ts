import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { openDatabase } from '../../shared/database/openDatabase.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { type HistoryStore, openHistoryStore } from './historyStore.js'

const chain = 'eip155:1'
const other = 'eip155:10'
const [alice, bob, carol] = ['a', 'b', 'c'].map((letter): Hex => `0x${letter.repeat(40)}`) as [Hex, Hex, Hex]
const token: Hex = `0x${'d'.repeat(40)}`
const newest = { minedAt: Number.MAX_SAFE_INTEGER, block: 0, index: 0 }
let postgres: TestPostgres
let directory: string

beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())

/** Returns a block of a chain whose hashes end in a letter. */
function block(number: number, fork = 'a') {
  const hashOf = (one: number): Hex => `0x${`${one}${fork}`.padStart(64, '0')}`
  return { number, hash: hashOf(number), parentHash: hashOf(number - 1), timestamp: number * 1_000 }
}
const headOf = ({ number, hash }: ReturnType<typeof block>) => ({ number, hash })

function deed(account: Hex, number: number, movements: readonly Movement[] = []) {
  const entry = {
    hash: block(number).hash,
    block: number,
    index: 0,
    minedAt: number * 1_000,
    movements,
  } as unknown
  return { account, entry: entry as Entry }
}

function cat(tokenId: string, to: Hex): Movement {
  return { standard: 'ERC721', token, tokenId, units: '1', from: carol, to }
}

describe.each<[string, () => openDatabase.Place]>([
  ['memory', () => ({})],
  ['SQLite', () => ({ directory })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('openHistoryStore, %s', (kind, place) => {
  let store: HistoryStore
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'latchkey-store-'))
    store = await openHistoryStore(place())
  })
  afterEach(async () => {
    await store.close()
    await postgres.empty()
    rmSync(directory, { recursive: true, force: true })
  })

  const blocksOf = async (account: Hex) =>
    (await store.page(chain, account, { before: newest, limit: 100 }))?.entries.map((entry) => entry.block)
  const catsOf = async (account: Hex) =>
    (await store.collectibles(chain, account, 10)).map(({ tokenId }) => tokenId)

  /** Follows Alice from block 100 on, with earlier history read down to block 90. */
  async function begin() {
    await store.watch(chain, alice, 1, 10)
    await store.begin(chain, undefined, block(100))
    await store.place(chain, 1_000)
    await fill([alice], 101, 90)
  }
  const fill = (addresses: readonly Hex[], low: number, to: number, found = [deed(alice, to)]) =>
    store.fill(chain, {
      top: { low, lowParent: block(low - 1).hash },
      addresses,
      added: Array.from({ length: low - to }, (_, index) => block(to + index)),
      found,
    })
  const extend = (
    seen: number,
    to: number,
    { accounts = [alice], found = [deed(alice, to)], fork = 'a' } = {},
  ) =>
    store.extend(chain, {
      seen: headOf(block(seen, fork)),
      accounts: new Set(accounts),
      added: Array.from({ length: to - seen }, (_, index) => block(seen + 1 + index, fork)),
      found,
    })

  test('returns entries newest first, after a place, each once', async () => {
    await begin()
    await extend(100, 103, { found: [101, 103, 102, 103].map((number) => deed(alice, number)) })
    expect(await blocksOf(alice)).toEqual([103, 102, 101, 90])
    const before = { minedAt: 102_000, block: 102, index: 0 }
    const page = await store.page(chain, alice, { before, limit: 1 })
    expect(page).toEqual({
      watched: { low: 90, first: 0, lowTime: 90_000 },
      entries: [deed(alice, 101).entry],
    })
    expect(await store.page(other, alice, { before, limit: 1 })).toBeUndefined()
    expect(await store.page(chain, bob, { before, limit: 1 })).toBeUndefined()
  })

  test('writing on an outdated head changes nothing', async () => {
    await begin()
    expect(await extend(100, 101)).toBe(true)
    expect(await extend(100, 102)).toBe(false)
    expect(await store.rollBack(chain, headOf(block(100)), 99)).toBe(false)
    expect(await store.restart(chain, headOf(block(101, 'b')))).toBe(false)
    expect(await store.begin(chain, undefined, block(200))).toBe(false)
    expect(await store.head(chain)).toEqual(headOf(block(101)))
    expect(await blocksOf(alice)).toEqual([101, 90])
  })

  test('writing below accounts whose range has moved changes nothing', async () => {
    await begin()
    expect(await fill([alice], 101, 80)).toBe(false)
    expect(await fill([alice], 90, 85)).toBe(true)
    expect(await blocksOf(alice)).toEqual([90, 85])
    expect((await store.watched(chain, alice))?.low).toBe(85)
  })

  test('an account added by another process while blocks are read gets them too', async () => {
    await begin()
    await store.watch(chain, bob, 1, 10)
    await store.place(chain, 1_000)
    expect(await store.watched(chain, bob)).toMatchObject({ low: 101, first: 0, lowTime: 100_000 })
    expect(await extend(100, 105, { accounts: [alice], found: [deed(alice, 105), deed(bob, 104)] })).toBe(
      true,
    )
    expect(await store.watched(chain, bob)).toBeUndefined()
    await store.place(chain, 1_000)
    expect(await store.unfinished(chain)).toMatchObject([
      { address: bob, low: 106 },
      { address: alice, low: 90 },
    ])
  })

  test('an account forgotten while blocks are read leaves no rows', async () => {
    await begin()
    await store.watch(chain, bob, 2, 1)
    expect(await store.accounts(chain)).toEqual(new Set([bob]))
    await extend(100, 101, { found: [deed(alice, 101, [cat('1', alice)])] })
    await store.watch(chain, alice, 3, 10)
    await store.place(chain, 1_000)
    expect(await blocksOf(alice)).toEqual([])
    expect(await catsOf(alice)).toEqual([])
  })

  test('a rollback deletes the entries of the removed blocks, and nothing else', async () => {
    await begin()
    await fill([alice], 90, 80, [deed(alice, 85, [cat('1', alice), cat('2', alice)])])
    await extend(100, 110, {
      found: [deed(alice, 105, [cat('1', alice)]), deed(alice, 108, [cat('3', alice)])],
    })
    await store.watch(chain, bob, 1, 10)
    await store.place(chain, 1_000)
    expect(await catsOf(alice)).toEqual(['3', '1', '2'])
    expect(await store.rollBack(chain, headOf(block(110)), 104)).toBe(true)
    expect(await blocksOf(alice)).toEqual([90, 85])
    // The first was received twice, once in a block that stays.
    expect(await catsOf(alice)).toEqual(['1', '2'])
    expect(await store.head(chain)).toEqual(headOf(block(104)))
    expect((await store.unfinished(chain))[0]).toEqual({
      address: bob,
      low: 105,
      lowParent: block(104).hash,
      first: 0,
    })
    // All unread blocks are at least as old as the former head.
    expect((await store.watched(chain, bob))?.lowTime).toBe(110_000)
  })

  test('another chain: deletes everything except followed accounts and other chains', async () => {
    await begin()
    await store.addFacts(chain, new Map([[token, { name: 'Cats', symbol: 'CAT', decimals: 0 }]]))
    await store.addFacts(other, new Map([[token, { name: 'Dogs', symbol: 'DOG', decimals: null }]]))
    expect(await store.restart(chain, headOf(block(100)))).toBe(true)
    expect(await store.head(chain)).toBeUndefined()
    expect(await store.blocks(chain)).toEqual([])
    expect(await store.accounts(chain)).toEqual(new Set([alice]))
    expect(await store.watched(chain, alice)).toBeUndefined()
    expect([...(await store.facts(chain, [token]))]).toEqual([])
    expect([...(await store.facts(other, [token]))]).toEqual([
      [token, { name: 'Dogs', symbol: 'DOG', decimals: null }],
    ])
  })

  test('stores hundreds of facts, entries and collectibles in one call', async () => {
    await begin()
    const tokens = Array.from(
      { length: 1_200 },
      (_, index): Hex => `0x${index.toString(16).padStart(40, '0')}`,
    )
    await store.addFacts(chain, new Map(tokens.map((one) => [one, { name: one, symbol: 'X', decimals: 6 }])))
    expect((await store.facts(chain, tokens)).size).toBe(1_200)
    const found = tokens.map((_, index) => deed(alice, 101 + index, [cat(String(index), alice)]))
    await extend(100, 1_300, { found })
    expect((await store.page(chain, alice, { before: newest, limit: 2_000 }))?.entries).toHaveLength(1_201)
    expect(await store.blocks(chain)).toHaveLength(128)
    expect(await store.collectibles(chain, alice, 2_000)).toHaveLength(1_200)
  })

  test('follows an account once when it is added concurrently', async () => {
    const isNew = await Promise.all(Array.from({ length: 5 }, () => store.watch(chain, alice, 1, 3)))
    expect(isNew.filter(Boolean)).toHaveLength(1)
    expect(await store.accounts(chain)).toEqual(new Set([alice]))
  })

  test.skipIf(kind === 'memory')('has the same contents after reopening', async () => {
    await begin()
    await store.close()
    const { key } = store
    store = await openHistoryStore(place())
    expect(store.key).toEqual(key)
    expect(await blocksOf(alice)).toEqual([90])
  })
})
