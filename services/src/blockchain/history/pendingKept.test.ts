import { afterEach, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startScriptedNode } from '../../testing/startScriptedNode.js'
import { createNodes } from '../nodes.js'
import type { Hex } from './Entry.js'
import { createPendingKept } from './pendingKept.js'

const chainId = 'eip155:31337'
const [ada, bob]: readonly [Hex, Hex] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const hash = `0x${'5'.repeat(64)}`
const cleanups: (() => unknown)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const sent = { hash, from: ada, to: bob, nonce: '0x0', input: '0x', value: '0x1', type: '0x2' }
const block = (number: number) => ({ number: `0x${number.toString(16)}`, hash: null, transactions: [sent] })

async function setUp(pending: () => unknown) {
  let count = 0
  const node = await startScriptedNode(({ method, params }) => {
    if (method === 'eth_blockNumber') return '0x64'
    if (method !== 'eth_getBlockByNumber' || !JSON.stringify(params).includes('pending')) return undefined
    count++
    return pending()
  })
  cleanups.push(node.stop)
  const clock = createTestClock()
  const context = createContext({ settings: { chains: [`${chainId}=${node.url}`], tokens: [] }, clock })
  const nodes = createNodes(context).get(chainId)
  if (nodes === undefined) throw new Error('no nodes')
  const of = createPendingKept(context, nodes, new AbortController().signal)
  return {
    clock,
    hashes: async (account: Hex) => (await of(account)).map((entry) => entry.hash),
    asked: () => count,
  }
}

test('all accounts share one reading, which is repeated after some seconds', async () => {
  const { hashes, asked, clock } = await setUp(() => block(101))
  expect([await hashes(ada), await hashes(bob), await hashes(`0x${'c'.repeat(40)}`)]).toEqual([
    [hash],
    [hash],
    [],
  ])
  expect(asked()).toBe(1)
  clock.advance(5_000)
  expect(await hashes(ada)).toEqual([hash])
  expect(asked()).toBe(2)
})

test.each<[string, unknown]>([
  ['returns the latest block instead', block(100)],
  ['has none', null],
  ['refuses to tell it', { error: { code: -32601, message: 'no such block' } }],
])('tells none where the node %s, and does not ask again for each page', async (_name, pending) => {
  const { hashes, asked } = await setUp(() => pending)
  expect([await hashes(ada), await hashes(bob)]).toEqual([[], []])
  expect(asked()).toBe(1)
})

test('a page does not wait long for a slow node', async () => {
  const { hashes, clock } = await setUp(() => 'hang')
  const waiting = hashes(ada)
  await new Promise(setImmediate)
  clock.advance(1_500)
  expect(await waiting).toEqual([])
})
