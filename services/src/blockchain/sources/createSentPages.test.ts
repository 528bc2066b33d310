import { expect, test } from 'vitest'
import { NodeError } from '../../outbound/post.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import type { Entry, Hex, Place } from '../history/Entry.js'
import type { Page } from '../history/Source.js'
import { createAskInOrder } from './askInOrder.js'
import { createSentPages } from './createSentPages.js'
import type { Supplier } from './Supplier.js'

const account: Hex = `0x${'a1'.repeat(20)}`
const place: Place = { minedAt: 9, block: 9, index: 0 }
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
const pageOf = (count: number): Page => ({
  entries: Array.from({ length: count }, (_, index) => entryAt(5_000 - index)),
  facts: new Map(),
})

type SetUp = {
  /** What the node says of the account's code. */
  readonly code?: unknown
  readonly isTrusted?: boolean
  readonly fails?: boolean
  /** Entries that are left, as visitors' pages have them. */
  readonly count?: number
}

function setUp({ code = '0x', isTrusted = true, fails = false, count = 50 }: SetUp = {}) {
  const asked: string[] = []
  const supplier: Supplier = {
    name: 'etherscan',
    health: () => ({ state: 'ok' }),
    async page(_account, { limit }) {
      asked.push(`raw ${limit}`)
      if (fails) throw new NodeError('HTTP 500')
      return pageOf(limit)
    },
  }
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const chainId = 'eip155:1'
  const pages = createSentPages(
    {
      nodes: {
        chainId,
        async ask(calls) {
          asked.push(...calls.map(({ method }) => method))
          return calls.map(() => ({ result: code }))
        },
      },
      ask: createAskInOrder(createContext({ log }), chainId, [supplier]),
      isTrusted: () => isTrusted,
      async page(_account, { limit }) {
        asked.push(`page ${limit}`)
        return { value: pageOf(Math.min(limit, count)), source: 'chain' }
      },
    },
    new AbortController().signal,
  )
  return { asked, read: (before?: Place) => pages(account, { before, limit: 1_000 }) }
}

test('a long page is as the indexer tells it', async () => {
  const { asked, read } = setUp()
  const { value, source } = await read(place)
  expect([value.entries.length, source, asked]).toEqual([1_000, 'etherscan', ['eth_getCode', 'raw 1000']])
})

test('the newest page is as visitors get it, because it shows whether the indexer is one of this chain', async () => {
  const { asked, read } = setUp()
  expect([(await read()).value.entries.length, asked]).toEqual([50, ['page 50']])
})

test.each<[string, SetUp]>([
  ['with code', { code: '0x6001' }],
  ['that delegates to a contract', { code: `0xef0100${'1'.repeat(40)}` }],
  ['whose code no node tells', { code: null }],
])('pages of an account %s are as visitors get them', async (_name, options) => {
  const { asked, read } = setUp(options)
  expect([(await read(place)).source, asked]).toEqual(['chain', ['eth_getCode', 'page 50']])
})

test.each<[string, SetUp, readonly string[]]>([
  ['that answered for another chain', { isTrusted: false }, ['eth_getCode', 'page 50']],
  ['that fails', { fails: true }, ['eth_getCode', 'raw 1000', 'page 50']],
])('an indexer %s tells nothing', async (_name, options, expected) => {
  const { asked, read } = setUp(options)
  expect([(await read(place)).source, asked]).toEqual(['chain', expected])
})

test.each([
  [50, 4_951],
  [49, undefined],
])('after %i entries of a page of fifty, more may follow below block %j', async (count, block) => {
  const { read } = setUp({ code: '0x6001', count })
  expect((await read(place)).value.floor?.block).toBe(block)
})
