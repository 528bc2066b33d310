import { expect, test } from 'vitest'
import { NodeError, type RpcCall, TooManyCalls } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import { createAnswerCache } from './account/answerCache.js'
import { askAll } from './askAll.js'

const callsOf = (count: number): readonly RpcCall[] =>
  Array.from({ length: count }, (_, index) => ({ method: 'eth_getTransactionByHash', params: [index] }))

const numberOf = ({ params }: RpcCall): unknown => (Array.isArray(params) ? params[0] : undefined)

/** Nodes that answer each call with its number, and fail the calls of a batch if `failureOf` says so. */
function createNodes(failureOf: (batch: readonly RpcCall[], running: number) => Error | undefined) {
  let running = 0
  const asked: unknown[] = []
  const nodes: Nodes = {
    chainId: 'eip155:1',
    async ask(calls) {
      const failure = failureOf(calls, running)
      if (failure !== undefined) throw failure
      running++
      await Promise.resolve()
      running--
      asked.push(...calls.map(numberOf))
      return calls.map((call) => ({ result: { blockNumber: '0x1', number: numberOf(call) } }))
    },
  }
  return { nodes, asked }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('where a node takes only one batch at once, the batches follow each other', async () => {
  const { nodes, asked } = createNodes((_, running) => (running > 0 ? new TooManyCalls('busy') : undefined))
  const replies = await askAll(nodes, callsOf(120))
  expect(replies.map((reply) => 'result' in reply && reply.result)).toEqual(
    numbers(120).map((number) => ({ blockNumber: '0x1', number })),
  )
  expect(asked).toEqual(numbers(120))
})

test.each([
  [5.5, 1, 11],
  [10, 2, 10],
  [49, 9, 10],
  [0.5, 1, 1],
  [50, 50, 4],
])('a node of %d calls a second gets %i in one body, and %i bodies at once', async (rate, size, bodies) => {
  const sizes: number[] = []
  let most = 0
  const { nodes } = createNodes((calls, running) => {
    sizes.push(calls.length)
    most = Math.max(most, running + 1)
    return undefined
  })
  await askAll({ ...nodes, mostAtOnce: () => rate }, callsOf(400))
  expect([Math.max(...sizes), most]).toEqual([size, bodies])
})

test('what a slow node answered of a list is kept', async () => {
  const { nodes, asked } = createNodes((calls) =>
    calls.map(numberOf).includes(12) ? new NodeError('broken') : undefined,
  )
  const kept: number[] = []
  const keep = (start: number, replies: readonly unknown[]) => kept.push(start, replies.length)
  const slow = { ...nodes, mostAtOnce: () => 10 }
  await expect(askAll(slow, callsOf(20), undefined, keep)).rejects.toThrow('broken')
  const told = numbers(20).filter((number) => number !== 12 && number !== 13)
  expect([kept, asked]).toEqual([
    told.filter((number) => number % 2 === 0).flatMap((start) => [start, 2]),
    told,
  ])
})

test('error: a node that replies to fewer calls than it was asked', async () => {
  const { nodes } = createNodes(() => undefined)
  const short = { ...nodes, ask: async () => (await nodes.ask(callsOf(2))).slice(0, 1) }
  await expect(askAll(short, callsOf(2))).rejects.toThrow('no reply to a call')
})

test('error: a node without room for a single batch', async () => {
  const { nodes } = createNodes(() => new TooManyCalls('busy'))
  await expect(askAll(nodes, callsOf(50))).rejects.toThrow('busy')
})

test('error: one batch fails, and the answers to the others are kept', async () => {
  let isBroken = true
  const { nodes, asked } = createNodes((calls) =>
    isBroken && calls.map(numberOf).includes(50) ? new NodeError('broken') : undefined,
  )
  const cache = createAnswerCache(1_000_000)
  const ask = () => cache.ask(nodes, callsOf(64), { finalBlock: 10, signal: new AbortController().signal })
  await expect(ask()).rejects.toThrow('broken')
  isBroken = false
  expect((await ask()).length).toBe(64)
  expect(asked).toEqual(numbers(64))
})
