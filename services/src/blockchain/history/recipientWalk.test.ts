import { afterEach, expect, test } from 'vitest'
import { NodeError } from '../../outbound/post.js'
import { createContext } from '../../shared/context.js'
import { createTestClock, type TestClock } from '../../testing/createTestClock.js'
import { metered } from '../budget/meter.js'
import type { Entry, Hex } from './Entry.js'
import { openHistoryStore } from './historyStore.js'
import { createRecipientWalk } from './recipientWalk.js'
import type { Page, PageQuery } from './Source.js'

const chain = 'eip155:1'
const account: Hex = `0x${'a'.repeat(40)}`
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const entryAt = (block: number): Entry => ({
  ...{
    hash: `0x${block.toString(16).padStart(64, '0')}`,
    block,
    index: 0,
    minedAt: block,
    status: 'confirmed',
  },
  ...{ from: account, to: account, nonce: 0, selector: '0x', isOwn: true, movements: [], approvals: [] },
})

/** A walk over a history with one entry in each block up to a height. */
async function setUp({ isKept = true } = {}) {
  const store = await openHistoryStore({})
  cleanups.push(() => store.close())
  if (isKept) await store.ranges.admit(chain, { account, now: 0, limit: 10 })
  const chainState = {
    height: 0,
    reading: false,
    failure: undefined as Error | undefined,
    before: async (_clock: TestClock) => {},
  }
  const asked: number[] = []
  const read = async (_chain: string, _account: Hex, { before, limit }: PageQuery): Promise<Page> => {
    if (chainState.failure !== undefined) throw chainState.failure
    const top = before === undefined ? chainState.height : before.block - 1
    asked.push(top)
    if (chainState.reading) return { entries: [], facts: new Map(), floor: before, reading: { share: 0 } }
    const entries = Array.from({ length: Math.min(limit, 50, top + 1) }, (_, index) => entryAt(top - index))
    const last = entries.at(-1)
    return { entries, facts: new Map(), ...(last !== undefined && last.block > 0 ? { floor: last } : {}) }
  }
  const clock = createTestClock()
  const context = createContext({ clock })
  const closing = new AbortController()
  const walk = createRecipientWalk(
    context,
    store,
    (...asking) => chainState.before(clock).then(() => read(...asking)),
    closing.signal,
  )
  const readOn = () => walk.readOn(chain, account)
  return { chainState, asked, readOn, store, context, closing, clock }
}

test('one request has the whole history read', async () => {
  const { chainState, asked, readOn } = await setUp()
  chainState.height = 479
  expect(await readOn()).toBe(true)
  expect(asked).toEqual([479, 429, 379, 329, 279, 229, 179, 129, 79, 29])
})

test('it ends a minute after the last request, and goes on there', async () => {
  const { chainState, asked, readOn } = await setUp()
  chainState.height = 1_000
  chainState.before = async (clock) => clock.advance(20_000)
  expect(await readOn()).toBe(false)
  expect(asked).toEqual([1_000, 950, 900])
  chainState.before = async (clock) => {
    clock.advance(20_000)
    // Somebody asks again.
    if (asked.length === 5) void readOn()
  }
  expect(await readOn()).toBe(false)
  expect(asked).toEqual([1_000, 950, 900, 850, 800, 750, 700, 650, 600])
})

test('after that only what is new is read, and the newest blocks once more', async () => {
  const { chainState, asked, readOn, store } = await setUp()
  chainState.height = 200
  await readOn()
  expect(await store.recipients.walk(chain, account)).toEqual({ high: 200, until: -1 })
  asked.length = 0
  chainState.height = 210
  await readOn()
  expect(asked).toEqual([210, 160, 110])
  expect(await store.recipients.walk(chain, account)).toEqual({ high: 210, until: 72 })
})

test('requests at the same time share the work', async () => {
  const { chainState, asked, readOn } = await setUp()
  chainState.height = 30
  await Promise.all([readOn(), readOn()])
  expect(asked).toEqual([30])
})

test('an account whose history nobody asked for is not read', async () => {
  const { chainState, asked, readOn } = await setUp({ isKept: false })
  chainState.height = 30
  await readOn()
  expect(asked).toEqual([])
})

test('a source that is still reading is not asked again at once, and one that fails is no error', async () => {
  const { chainState, asked, readOn } = await setUp()
  chainState.height = 30
  chainState.reading = true
  await readOn()
  expect(asked).toHaveLength(1)
  chainState.failure = new NodeError('away')
  await readOn()
  chainState.failure = undefined
  chainState.reading = false
  await readOn()
  expect(asked).toEqual([30, 30])
})

test('half of what a client may read stays for the pages that it shows', async () => {
  const { chainState, asked, readOn, context } = await setUp()
  chainState.height = 1_000
  let left = context.settings.readBurst / 2 + 7
  const reading = {
    require: () => undefined,
    left: () => left,
    spend(calls: number) {
      left -= calls
    },
  }
  const meter = {
    require: () => undefined,
    has: () => true,
    spend: () => undefined,
    takeIndexerCall: () => true,
    indexerCallsLeft: () => 1_000,
    reading,
  }
  await metered(meter, readOn)
  expect(asked).toHaveLength(2)
})

test('half of what a client may ask of indexers stays for the pages that it shows', async () => {
  const { chainState, asked, readOn, context } = await setUp()
  chainState.height = 1_000
  let left = context.settings.indexerBurst / 2 + 1
  const reading = { require: () => undefined, left: () => 1_000, spend: () => undefined }
  const meter = {
    require: () => undefined,
    has: () => true,
    spend: () => undefined,
    takeIndexerCall: () => true,
    indexerCallsLeft: () => left--,
    reading,
  }
  expect(await metered(meter, readOn)).toBe(false)
  expect(asked).toHaveLength(2)
})

test('ends when the service closes', async () => {
  const { chainState, asked, readOn, closing } = await setUp()
  chainState.height = 1_000
  closing.abort()
  await readOn()
  expect(asked).toEqual([])
})
