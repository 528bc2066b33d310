import { afterEach, expect, test, vi } from 'vitest'
import type { RpcCall, RpcReply } from '../../../outbound/post.js'
import { setUpAccount } from '../../../testing/setUpAccount.js'
import { account, hex } from '../../../testing/syntheticChain.js'
import type { Nodes } from '../../nodes.js'
import { createAnswerCache } from './answerCache.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('two accounts share what is known of a block: the node is asked once for each transaction of both', async () => {
  const kinds = ['tokenIn', 'tokenOut'] as const
  const { node, source } = await setUpAccount(cleanups, { blocks: 20_000, transactions: 30, kinds })
  const [deed] = node.deeds.filter(({ kind }) => kind === 'tokenIn')
  if (deed === undefined) throw new Error('no deed')
  const read = async (owner: typeof account) => {
    for (let round = 0; round < 50; round++) {
      const page = await source.page(owner, { before: undefined, limit: 50 })
      if (page.reading === undefined) return page.entries.map(({ hash }) => hash)
    }
    throw new Error('still reading')
  }
  expect(await read(account)).toContain(deed.hash)
  const facts = [`eth_getTransactionByHash",["${deed.hash}`, `eth_getBlockByNumber",["${hex(deed.block)}"`]
  const asked = () => node.calls.filter((call) => facts.some((fact) => call.includes(fact)))
  const before = asked()
  expect(before.length).toBeGreaterThan(0)
  // The sender of the tokens is another account with the same transaction.
  expect(await read(deed.from)).toEqual([deed.hash])
  expect(asked()).toEqual(before)
})

const numberIn = (params: unknown) => (params as readonly string[])[0]

/** A cache on a node that answers each call with the block of that number, of `size` characters. */
function setUp(limit: number, size = 100) {
  const ask = vi.fn(
    async (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> =>
      calls.map(({ params }) => ({ result: { number: numberIn(params), extraData: 'x'.repeat(size) } })),
  )
  const cache = createAnswerCache(limit)
  const read = (...numbers: readonly number[]) =>
    cache.ask(
      { ask } as unknown as Nodes,
      numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`] })),
      { finalBlock: 1_000, signal: new AbortController().signal },
    )
  const asked = () =>
    ask.mock.calls.splice(0).flatMap(([calls]) => calls.map(({ params }) => Number(numberIn(params))))
  return { read, asked }
}

test('asks only for what it does not know, and answers in the order of the calls', async () => {
  const { read, asked } = setUp(1_000_000)
  await read(1, 2)
  expect(asked()).toEqual([1, 2])
  const replies = await read(3, 2, 1)
  expect(asked()).toEqual([3])
  expect(replies).toMatchObject([
    { result: { number: '0x3' } },
    { result: { number: '0x2' } },
    { result: { number: '0x1' } },
  ])
})

test('keeps nothing of a block that is not final', async () => {
  const { read, asked } = setUp(1_000_000)
  await read(1_000, 1_001)
  await read(1_000, 1_001)
  expect(asked()).toEqual([1_000, 1_001, 1_001])
})

test('is never larger than its limit: what was used longest ago is dropped', async () => {
  // Each answer has about 330 bytes, so four fit.
  const { read, asked } = setUp(1_500)
  await read(1, 2, 3, 4)
  await read(1)
  await read(5)
  asked()
  await read(1, 3, 4, 5)
  expect(asked()).toEqual([])
  await read(2)
  expect(asked()).toEqual([2])
})

test('keeps no answer that would push out most of the others', async () => {
  const { read, asked } = setUp(1_500, 1_000)
  await read(1)
  await read(1)
  expect(asked()).toEqual([1, 1])
})
