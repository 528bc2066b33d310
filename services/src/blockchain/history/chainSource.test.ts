import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { createNodes } from '../nodes.js'
import { createChainSource } from './chainSource.js'
import type { Hex } from './Entry.js'
import { type HistoryStore, openHistoryStore } from './historyStore.js'

const chainId = 'eip155:31337'
const [alice, bob, eve] = ['a', 'b', 'e'].map((letter): Hex => `0x${letter.repeat(40)}`) as [Hex, Hex, Hex]
const cleanups: (() => unknown)[] = []
let chain: TestChain

beforeAll(async () => {
  chain = await startChain()
  await chain.request('anvil_mine', ['0x5'])
}, 60_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(change: (store: HistoryStore) => HistoryStore = (store) => store, historyAccounts = 10) {
  const clock = createTestClock()
  const context = createContext({
    clock,
    settings: { chains: [`${chainId}=${chain.url}`], historyAccounts },
    log: createLog({ level: 'silent', now: () => 0, write: () => undefined }),
  })
  const store = await openHistoryStore({})
  const nodes = createNodes(context).get(chainId)
  if (nodes === undefined) throw new Error('no nodes')
  const source = createChainSource(context, nodes, change(store), new AbortController().signal)
  cleanups.push(
    () => store.close(),
    () => source.close(),
  )
  const page = (account: Hex) => source.page(account, { before: undefined, limit: 50 })
  return { source, store, clock, page }
}

test.each([
  [5_000, undefined],
  [5_001, ['older']],
])('of %i collectibles, at most 5,000 are listed; without: %j', async (count, lacks) => {
  const collectibles = async (_chain: string, token: Hex, limit: number) =>
    Array.from({ length: Math.min(limit, count) }, (_, index) => ({
      token,
      tokenId: String(index),
      standard: 'ERC721' as const,
    }))
  const { source } = await setUp((store) => ({ ...store, collectibles }))
  const found = await source.collectibles(alice)
  expect([found.items.length, found.lacks]).toEqual([5_000, lacks])
})

// Decision 242: a development chain is short, and only its developers ask.
describe('a development chain is followed', () => {
  test('for whoever asks for the history or for the collectibles', async () => {
    const { source, store, page } = await setUp()
    await page(alice)
    await source.collectibles(bob)
    expect(await store.accounts(chainId)).toEqual(new Set([alice, bob]))
  })

  test('in place of the account that was not asked for the longest, whoever asks', async () => {
    const { store, clock, page } = await setUp(undefined, 2)
    for (const account of [alice, bob, eve]) {
      await page(account)
      clock.advance(1_000)
    }
    expect(await store.accounts(chainId)).toEqual(new Set([bob, eve]))
  })
})
