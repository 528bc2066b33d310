import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../../testing/startPostgres.js'
import type { Entry, Hex } from '../Entry.js'
import { openHistoryStore } from '../historyStore.js'

const chain = 'eip155:1'
const [day, week] = [86_400_000, 7 * 86_400_000]
const newest = { minedAt: Number.MAX_SAFE_INTEGER, block: 0, index: 0 }
const addressOf = (number: number): Hex => `0x${String(number).padStart(40, '0')}`
const [first, second, third] = [addressOf(1), addressOf(2), addressOf(3)]
const entryOf = (block: number) =>
  ({ block, index: 0, minedAt: 10 * block, movements: [] as unknown }) as Entry
const cleanups: (() => unknown)[] = []
let postgres: TestPostgres | undefined

describe.each(['SQLite', 'PostgreSQL'])('%s', (kind) => {
  beforeAll(async () => {
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  }, 60_000)
  afterAll(async () => {
    await postgres?.stop()
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    await postgres?.empty()
  })

  async function setUp() {
    const { ranges, close } = await openHistoryStore({ databaseUrl: postgres?.url })
    cleanups.push(close)
    const admit = (account: Hex, now: number, client = String(account)) =>
      ranges.admit(chain, { account, client, now, limit: 2, staleSince: now - week })
    const isStored = async (account: Hex) => (await ranges.of(chain, account)).length > 0
    /** Admits an account and stores a part of its history. */
    const keep = async (account: Hex, now: number, client?: string) => {
      await admit(account, now, client)
      await ranges.raise(chain, account, undefined, part(91, 100, 95))
    }
    const blocks = async () =>
      (await ranges.page(chain, first, { before: newest, limit: 50 }))?.entries.map(({ block }) => block)
    return { ranges, admit, keep, isStored, blocks }
  }
  const part = (low: number, high: number, ...blocks: readonly number[]) => ({
    low,
    high,
    lowTime: 10 * low,
    entries: blocks.map(entryOf),
    gaps: [],
  })

  test('tells how much is kept of an account', async () => {
    const { ranges, admit, keep } = await setUp()
    await admit(second, 0)
    expect(await ranges.sizeOf(chain, second)).toEqual({ entries: 0, bytes: 0 })
    await keep(first, 0)
    expect(await ranges.sizeOf(chain, first)).toEqual({
      entries: 1,
      bytes: JSON.stringify(entryOf(95)).length,
    })
  })

  test('a range grows downwards, and joins the one below when they meet', async () => {
    const { ranges, admit, blocks } = await setUp()
    await admit(first, 0)
    await ranges.raise(chain, first, undefined, part(91, 100, 95))
    const [old] = await ranges.of(chain, first)
    await ranges.raise(chain, first, old, part(201, 210, 205))
    const [top] = await ranges.of(chain, first)
    // What lies below the gap is not shown before the gap has been read.
    expect(await blocks()).toEqual([205])
    expect(top).toMatchObject({ low: 201, high: 210 })
    if (top !== undefined) expect(await ranges.extend(chain, first, top, part(101, 200, 150))).toBe(true)
    expect(await ranges.of(chain, first)).toEqual([{ low: 91, high: 210, lowTime: 910, gaps: [] }])
    expect(await blocks()).toEqual([205, 150, 95])
  })

  test('blocks just above a range continue it', async () => {
    const { ranges, admit } = await setUp()
    await admit(first, 0)
    await ranges.raise(chain, first, undefined, part(91, 100))
    const [old] = await ranges.of(chain, first)
    await ranges.raise(chain, first, old, part(101, 120))
    expect(await ranges.of(chain, first)).toEqual([{ low: 91, high: 120, lowTime: 910, gaps: [] }])
  })

  test('of two processes that read on, the slower one changes nothing', async () => {
    const { ranges, admit, blocks } = await setUp()
    await admit(first, 0)
    await ranges.raise(chain, first, undefined, part(91, 100))
    const [seen] = await ranges.of(chain, first)
    if (seen === undefined) throw new Error('no range')
    expect(await ranges.extend(chain, first, seen, part(50, 90, 60))).toBe(true)
    expect(await ranges.extend(chain, first, seen, part(80, 90, 85))).toBe(false)
    expect(await blocks()).toEqual([60])
    expect(await ranges.raise(chain, first, seen, part(101, 110))).toBe(false)
  })

  test('strangers displace nobody, however many accounts they ask for', async () => {
    const { keep, admit, isStored } = await setUp()
    await keep(first, 0)
    await keep(second, 0)
    for (let stranger = 10; stranger < 20; stranger++) {
      expect(await admit(addressOf(stranger), 1 + stranger, 'one stranger')).toBe(false)
      expect(await admit(addressOf(stranger), 1 + stranger)).toBe(false)
    }
    expect([await isStored(first), await isStored(second)]).toEqual([true, true])
  })

  test('just before and after midnight a stranger fills no more than its own place', async () => {
    const { keep, admit, isStored } = await setUp()
    await keep(first, 0)
    for (const now of [day - 1, day + 1])
      for (let stranger = 10; stranger < 20; stranger++) await admit(addressOf(stranger), now, 'one stranger')
    expect(await isStored(first)).toBe(true)
    expect(await admit(second, day + 2)).toBe(false)
    expect(await admit(addressOf(30), day + 3, 'one stranger')).toBe(true)
    expect(await isStored(first)).toBe(true)
  })

  test('a client with all its places loses the account that it asked for longest ago', async () => {
    const { keep, isStored, blocks } = await setUp()
    await keep(first, 0, 'own')
    await keep(second, 1, 'own')
    expect([await isStored(first), await isStored(second)]).toEqual([false, true])
    expect(await blocks()).toBeUndefined()
  })

  test('an account that its own client has not asked for in a week gives its place away', async () => {
    const { keep, admit, isStored } = await setUp()
    await keep(first, 0)
    await keep(second, 0)
    // A stranger keeps no account alive, and takes none over.
    await admit(first, week - 10, 'a stranger')
    await admit(second, week - 10)
    expect(await admit(third, week)).toBe(false)
    expect(await admit(third, week + 1)).toBe(true)
    expect([await isStored(first), await isStored(second)]).toEqual([false, true])
  })

  test('ten clients that took all places leave one to each client that has none', async () => {
    const { ranges, isStored } = await setUp()
    const admit = (account: Hex, client: string) =>
      ranges.admit(chain, { account, client, now: account.length, limit: 30, staleSince: 0 })
    for (let place = 10; place < 40; place++) await admit(addressOf(place), `greedy ${place % 10}`)
    for (let visitor = 50; visitor < 60; visitor++) {
      expect(await admit(addressOf(visitor), `visitor ${visitor}`)).toBe(true)
      await ranges.raise(chain, addressOf(visitor), undefined, part(91, 100, 95))
    }
    // Nobody has more than two accounts any more, so a stranger takes none.
    expect(await admit(addressOf(70), 'another stranger')).toBe(false)
    expect(await isStored(addressOf(50))).toBe(true)
  })

  test('a store in memory takes every account: the client with most of them loses its oldest', async () => {
    const { ranges, isStored } = await setUp()
    const admit = (account: Hex, now: number, client: string) =>
      ranges.admit(chain, { account, client, now, limit: 20, staleSince: 0, isAlwaysPlaced: true })
    await admit(first, 1, 'a visitor')
    await ranges.raise(chain, first, undefined, part(91, 100, 95))
    for (let stranger = 10; stranger < 60; stranger++)
      expect(await admit(addressOf(stranger), stranger, `stranger ${stranger % 15}`)).toBe(true)
    expect(await isStored(first)).toBe(true)
  })

  test('what is read again replaces the entries and gaps of its blocks, and no others', async () => {
    const { ranges, admit, blocks } = await setUp()
    await admit(first, 0)
    const gap = { lack: 'coin' as const, needs: 'state' as const, low: 91, high: 99 }
    await ranges.raise(chain, first, undefined, { ...part(91, 100, 92, 94, 96, 98), gaps: [gap] })
    const lack = { lack: 'payouts' as const, needs: 'traces' as const, low: 95, high: 95 }
    expect(await ranges.refill(chain, first, { ...part(93, 96, 93, 95), gaps: [lack] })).toBe(true)
    const gaps = [{ ...gap, low: 97 }, { ...gap, high: 92 }, lack]
    expect(await ranges.of(chain, first)).toEqual([{ high: 100, low: 91, lowTime: 910, gaps }])
    expect(await blocks()).toEqual([98, 95, 93, 92])
  })

  test('blocks that are no longer in the highest range are not read again', async () => {
    const { ranges, admit, blocks } = await setUp()
    await admit(first, 0)
    await ranges.raise(chain, first, undefined, part(91, 100, 95))
    expect(await ranges.refill(chain, first, part(90, 92, 91))).toBe(false)
    expect(await ranges.refill(chain, first, part(99, 101, 100))).toBe(false)
    expect(await blocks()).toEqual([95])
  })

  test('only accounts that were not asked for since a time are deleted', async () => {
    const { ranges, admit } = await setUp()
    await admit(first, 0)
    await admit(second, 5)
    for (const account of [first, second]) await ranges.raise(chain, account, undefined, part(91, 100, 95))
    await ranges.forgetUnasked(chain, 5)
    expect(await ranges.of(chain, first)).toEqual([])
    expect((await ranges.of(chain, second)).length).toBe(1)
  })
})
