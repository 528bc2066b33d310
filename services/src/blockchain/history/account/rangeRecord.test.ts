import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../../testing/startPostgres.js'
import type { Entry, Hex } from '../Entry.js'
import { openHistoryStore } from '../historyStore.js'

const chain = 'eip155:1'
const day = 86_400_000
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
    const admit = (account: Hex, now: number) => ranges.admit(chain, { account, now, limit: 2 })
    const blocks = async () =>
      (await ranges.page(chain, first, { before: newest, limit: 50 }))?.entries.map(({ block }) => block)
    return { ranges, admit, blocks }
  }
  const part = (low: number, high: number, ...blocks: readonly number[]) => ({
    low,
    high,
    lowTime: 10 * low,
    entries: blocks.map(entryOf),
    gaps: [],
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

  test('a new account takes the place of one that was asked for on a single day', async () => {
    const { ranges, admit, blocks } = await setUp()
    await admit(first, 0)
    await ranges.raise(chain, first, undefined, part(91, 100, 95))
    await admit(second, 1)
    expect(await admit(third, 2)).toBe(true)
    expect(await ranges.of(chain, first)).toEqual([])
    await admit(first, 3)
    expect(await blocks()).toBeUndefined()
  })

  test('accounts asked for on two days are not dropped for strangers', async () => {
    const { ranges, admit } = await setUp()
    for (const now of [0, day]) {
      await admit(first, now)
      await admit(second, now)
    }
    await ranges.raise(chain, first, undefined, part(91, 100))
    for (let stranger = 10; stranger < 20; stranger++)
      expect(await admit(addressOf(stranger), 2 * day)).toBe(false)
    expect(await admit(first, 3 * day)).toBe(true)
    expect((await ranges.of(chain, first)).length).toBe(1)
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

  test('strangers asked for on one day displace each other', async () => {
    const { admit } = await setUp()
    await admit(first, 0)
    await admit(first, day)
    for (let stranger = 10; stranger < 20; stranger++)
      expect(await admit(addressOf(stranger), 2 * day + stranger)).toBe(true)
    expect(await admit(first, 3 * day)).toBe(true)
  })
})
