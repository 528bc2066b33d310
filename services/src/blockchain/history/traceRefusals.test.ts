import { describe, expect, test } from 'vitest'
import { NodeError, ReplyTooLong, type RpcReply, TooManyBytes, TooManyCalls } from '../../outbound/post.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import type { Nodes } from '../nodes.js'
import type { Hex } from './Entry.js'
import type { Block } from './nodeAnswers.js'
import { createTraces } from './traces.js'

const hour = 3_600_000
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const blockOf = (number: number): Block => ({
  number,
  hash: hashOf(number),
  parentHash: hashOf(number - 1),
  timestamp: 0,
  miner: null,
  withdrawals: [],
  transactions: [hashOf(number + 1_000)],
})
const missing: RpcReply = { error: { code: -32601, message: 'no such method' } }
const refused: RpcReply = { error: { code: -32000, message: 'missing trie node' } }
/** A trace in which no coin moved. */
const traced = (number: number): RpcReply => ({
  result: [
    {
      type: 'call',
      action: { callType: 'call', from: hashOf(1).slice(0, 42), to: hashOf(2).slice(0, 42), value: '0x0' },
      blockHash: hashOf(number),
      traceAddress: [],
      transactionHash: hashOf(number + 1_000),
      transactionPosition: 0,
    },
  ],
})

function setUp(first: (block: number) => RpcReply) {
  const clock = createTestClock()
  let reply = first
  let calls = 0
  const nodes: Nodes = {
    chainId: 'eip155:1',
    async ask(asked) {
      calls += asked.length
      return asked.map(({ method, params }) =>
        method === 'trace_block' ? reply(Number((params as readonly string[])[0])) : missing,
      )
    },
  }
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const traces = createTraces(createContext({ clock, log }), nodes)
  return {
    clock,
    answer(next: (block: number) => RpcReply) {
      reply = next
    },
    /** Which of the blocks were traced, and how many calls it took. */
    async trace(...numbers: readonly number[]) {
      calls = 0
      const found = await traces.of(numbers.map(blockOf), new Set())
      return { blocks: [...found.keys()], calls }
    },
  }
}

describe('block traces', () => {
  test('that no node has are asked for again after an hour', async () => {
    const { clock, answer, trace } = setUp(() => missing)
    expect(await trace(1, 2)).toEqual({ blocks: [], calls: 2 })
    answer(traced)
    clock.advance(hour - 1)
    expect(await trace(3)).toEqual({ blocks: [], calls: 0 })
    clock.advance(1)
    expect((await trace(4)).blocks).toEqual([4])
  })

  test('of a block that the node does not keep say nothing of other blocks', async () => {
    const { trace } = setUp((block) => (block < 100 ? refused : traced(block)))
    expect((await trace(1, 2, 200)).blocks).toEqual([200])
    expect((await trace(3, 4, 5, 6, 201)).blocks).toEqual([201])
  })

  test('that every block is refused are left alone for an hour', async () => {
    const { clock, trace } = setUp(() => refused)
    expect((await trace(1, 2, 3, 4, 5, 6)).calls).toBe(6)
    expect((await trace(7)).calls).toBe(0)
    clock.advance(hour)
    expect((await trace(8)).calls).toBe(2)
  })

  test('are looked for anew where a node has lost them', async () => {
    const { answer, trace } = setUp(traced)
    await trace(1)
    answer(() => missing)
    expect((await trace(2, 3, 4)).blocks).toEqual([])
    expect((await trace(5)).calls).toBe(2)
    expect((await trace(6)).calls).toBe(0)
  })

  test.each([TooManyBytes, TooManyCalls, ReplyTooLong])(
    '%o of one client’s blocks pauses nothing for the others',
    async (Failure) => {
      const { answer, trace } = setUp(traced)
      await trace(1)
      answer(() => {
        throw new Failure('too much')
      })
      for (let count = 0; count < 5; count++) expect((await trace(2)).blocks).toEqual([])
      answer(traced)
      expect((await trace(3)).blocks).toEqual([3])
    },
  )

  test('error: a node that fails three times in a row is left alone for ten minutes', async () => {
    const { clock, answer, trace } = setUp(traced)
    await trace(1)
    answer(() => {
      throw new NodeError('HTTP 500')
    })
    for (let count = 0; count < 3; count++) await trace(2)
    answer(traced)
    expect((await trace(3)).calls).toBe(0)
    clock.advance(600_000)
    expect((await trace(3)).blocks).toEqual([3])
  })
})
