import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasLikeEnds } from 'latchkey/protocol'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { openDatabase } from '../../shared/database/openDatabase.js'
import { startPostgres, type TestPostgres } from '../../testing/startPostgres.js'
import type { Entry, Hex } from './Entry.js'
import { type HistoryStore, openHistoryStore } from './historyStore.js'

const chain = 'eip155:1'
const other = 'eip155:10'
const [alice, bob] = ['a', 'b'].map((letter): Hex => `0x${letter.repeat(40)}`) as [Hex, Hex]
const token: Hex = `0x${'d'.repeat(40)}`
let postgres: TestPostgres
let directory: string

beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())

/** An entry in which an account sends coin to somebody. */
function sending(from: Hex, to: Hex, block = 100, paid: Hex | undefined = undefined): Entry {
  const standard = paid === undefined ? 'native' : 'ERC20'
  return {
    ...{
      hash: `0x${'1'.repeat(64)}`,
      block,
      index: 0,
      minedAt: block * 1_000,
      status: 'confirmed',
      from,
      to,
    },
    ...{ nonce: 0, selector: '0x', isOwn: true, approvals: [] },
    movements: [{ standard, units: '1', from, to, ...(paid === undefined ? {} : { token: paid }) }],
  }
}

/** Hex digits that differ from one number to the next in all places. */
function addressOf(number: number): Hex {
  let seed = (number + 1) * 2_654_435_761
  const digits = Array.from({ length: 40 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return (seed >>> 24) % 16
  })
  return `0x${digits.map((digit) => digit.toString(16)).join('')}`
}

/** The address with other digits at these places of it. */
function changed(address: Hex, places: readonly number[]): Hex {
  const digits = [...address.slice(2)]
  for (const place of places) {
    const at = place < 0 ? 40 + place : place
    digits[at] = digits[at] === '0' ? '1' : '0'
  }
  return `0x${digits.join('')}`
}

const middle = Array.from({ length: 26 }, (_, index) => 7 + index)

describe.each<[string, () => openDatabase.Place]>([
  ['memory', () => ({})],
  ['SQLite', () => ({ directory })],
  ['PostgreSQL', () => ({ databaseUrl: postgres.url })],
])('recipients in %s', (kind, place) => {
  let store: HistoryStore
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'latchkey-recipients-'))
    store = await openHistoryStore(place())
    // One client has at most a tenth of the places.
    for (const account of [alice, bob]) await store.ranges.admit(chain, { account, now: 0, limit: 100 })
  })
  afterEach(async () => {
    await store.close()
    await postgres.empty()
    rmSync(directory, { recursive: true, force: true })
  })

  const like = async (typed: string, account = alice, on: 'eip155:1' | 'eip155:10' = chain) =>
    (await store.recipients.like(on, account, [typed])).map(({ address }) => address)

  test.each([
    ['only the middle differs', middle, true],
    ['3 of the 10 characters shown differ, one in each of three parts', [...middle, 0, 2, -6], true],
    ['3 of them differ at one end', [...middle, -1, -2, -3], true],
    ['4 of the 10 characters shown differ', [...middle, 0, 2, -6, -1], false],
    ['the first 7 characters are the same', [...middle, -1, -2, -3, -4, -5, -6, -7], true],
    ['the last 7 characters are the same', [...middle, 0, 1, 2, 3, 4, 5, 6], true],
    ['only the first 6 characters are the same', [...middle, 6, -1, -2, -3, -4, -5, -6, -7], false],
  ])('an address is found if %s', async (_name, places, isFound) => {
    const paid = addressOf(1)
    await store.recipients.note(chain, alice, [sending(alice, paid), sending(alice, addressOf(2))])
    expect(await like(changed(paid, places))).toEqual(isFound ? [paid] : [])
  })

  test('ends alone are enough, in any case, and the address itself is found too', async () => {
    const paid = addressOf(1)
    await store.recipients.note(chain, alice, [sending(alice, paid)])
    expect(await like(`0x${paid.slice(2, 9)}${paid.slice(-7)}`.toUpperCase())).toEqual([paid])
  })

  test.each([
    '0x',
    '0xzzzzzzzzzzzzzz',
    `0x${'é'.repeat(14)}`,
    `0x${'%'.repeat(14)}`,
    "0x' OR 1=1 --aaaa",
    '0x\0\0\0\0\0\0\0\0\0\0\0\0',
  ])('the text %j is like nobody', async (text) => {
    await store.recipients.note(chain, alice, [sending(alice, addressOf(1))])
    if (kind === 'PostgreSQL' && text.includes('\0')) return
    expect(await like(text)).toEqual([])
  })

  test('the recipients of other accounts, and of other chains, are not the account’s', async () => {
    const paid = addressOf(1)
    await store.recipients.note(chain, bob, [sending(bob, paid)])
    await store.ranges.admit(other, { account: alice, now: 0, limit: 10 })
    await store.recipients.note(other, alice, [sending(alice, paid)])
    expect(await like(paid)).toEqual([])
    expect(await like(paid, bob)).toEqual([paid])
    expect(await like(paid, alice, other)).toEqual([paid])
  })

  test('the lowest block and each token are kept, whatever comes first', async () => {
    const paid = addressOf(1)
    const entries = [sending(alice, paid, 90), sending(alice, paid, 70), sending(alice, paid, 80, token)]
    await store.recipients.note(chain, alice, entries)
    await store.recipients.note(chain, alice, [sending(alice, paid, 95)])
    const found = await store.recipients.like(chain, alice, [paid])
    expect([...found].sort((left, right) => left.block - right.block)).toEqual([
      { address: paid, block: 70 },
      { address: paid, block: 80, token },
    ])
  })

  test('a reorganisation forgets who was first paid above it, and nobody else', async () => {
    const head = (number: number, fork = 'a') => {
      const hash: Hex = `0x${`${number}${fork}`.padStart(64, '0')}`
      const parentHash: Hex = `0x${`${number - 1}a`.padStart(64, '0')}`
      return { number, hash, parentHash, timestamp: number * 1_000 }
    }
    await store.watch(chain, alice, 1, 10)
    await store.begin(chain, undefined, head(100))
    await store.place(chain, 1_000)
    const [early, late] = [addressOf(1), addressOf(2)]
    const found = [sending(alice, early, 99), sending(alice, late, 102)]
    await store.extend(chain, {
      seen: { number: 100, hash: head(100).hash },
      accounts: new Set([alice]),
      added: [head(101), head(102)],
      found: [...found, sending(alice, early, 101)].map((entry, index) => ({
        account: alice,
        entry: { ...entry, index },
      })),
    })
    expect([...(await like(early)), ...(await like(late))]).toEqual([early, late])
    await store.rollBack(chain, { number: 102, hash: head(102).hash }, 100)
    expect([...(await like(early)), ...(await like(late))]).toEqual([early])
  })

  test('an account without a place in the store is not noted, and one that loses it is forgotten', async () => {
    const [stranger, paid] = [addressOf(9), addressOf(1)]
    await store.recipients.note(chain, stranger, [sending(stranger, paid)])
    await store.recipients.setWalk(chain, stranger, { high: 1, until: 0 })
    expect(await store.recipients.has(chain, stranger)).toBe(false)
    expect(await like(paid, stranger)).toEqual([])
    expect(await store.recipients.walk(chain, stranger)).toBeUndefined()

    await store.recipients.note(chain, alice, [sending(alice, paid)])
    const walk = { high: 9, until: 3, place: { minedAt: 5, block: 4, index: 1 } }
    await store.recipients.setWalk(chain, alice, walk)
    expect(await store.recipients.walk(chain, alice)).toEqual(walk)
    await store.recipients.setWalk(chain, alice, { high: 9, until: 3 })
    expect(await store.recipients.walk(chain, alice)).toEqual({ high: 9, until: 3 })
    await store.ranges.forgetUnasked(chain, 1)
    expect(await like(paid)).toEqual([])
    expect(await store.recipients.walk(chain, alice)).toBeUndefined()
  })
})

describe('an account with 100,000 recipients', { timeout: 120_000 }, () => {
  test('finds the same as a comparison with all of them, by the indexes', async () => {
    const place = mkdtempSync(join(tmpdir(), 'latchkey-recipients-'))
    const store = await openHistoryStore({ directory: place })
    await store.ranges.admit(chain, { account: alice, now: 0, limit: 10 })
    const paid = Array.from({ length: 100_000 }, (_, index) => addressOf(index))
    for (let at = 0; at < paid.length; at += 10_000)
      await store.recipients.note(
        chain,
        alice,
        paid.slice(at, at + 10_000).map((to) => sending(alice, to)),
      )
    for (let number = 0; number < 5; number++) {
      const typed = changed(addressOf(number * 19_997), [...middle, number % 4, -1 - (number % 6)])
      const expected = paid.filter((one) => hasLikeEnds(typed.slice(2), one.slice(2)))
      const found = await store.recipients.like(chain, alice, [typed])
      expect(found.map(({ address }) => address).sort()).toEqual(expected.sort())
      expect(expected.length).toBeGreaterThan(0)
    }
    await store.close()

    const file = new Database(join(place, 'history.db'))
    const parts = [
      'substr(address, 3, 2)',
      'substr(address, 5, 2)',
      'substr(address, 37, 3)',
      'substr(address, 40, 3)',
    ]
    for (const part of parts) {
      const plan = file
        .prepare(
          `EXPLAIN QUERY PLAN SELECT address FROM history_recipient WHERE chain = 'a' AND account = 'b' AND ${part} IN ('c')`,
        )
        .all() as readonly { readonly detail: string }[]
      expect(plan.map(({ detail }) => detail).join()).toContain('INDEX history_recipient_by_part')
    }
    file.close()
    rmSync(place, { recursive: true, force: true })
  })
})
