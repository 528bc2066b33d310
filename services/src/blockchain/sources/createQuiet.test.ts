import { expect, test } from 'vitest'
import { NodeError, type RpcReply } from '../../outbound/post.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { metered } from '../budget/meter.js'
import type { Hex } from '../history/Entry.js'
import { createQuiet } from './createQuiet.js'

const account: Hex = `0x${'a1'.repeat(20)}`
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const quantity = (number: number) => `0x${number.toString(16)}`

/** A page that knows transaction 1, of an account whose state the test decides. */
function setUp({ isWhole = true } = {}) {
  const clock = createTestClock()
  const chain = { head: 5_000, nonce: 7, balance: 9, logs: [[1], [], []], isBroken: false }
  const batches: (readonly { readonly method: string; readonly params?: unknown }[])[] = []
  let loads = 0
  const quiet = createQuiet<number>(
    { clock },
    {
      chainId: 'eip155:1',
      async ask(calls) {
        if (chain.isBroken) throw new NodeError('broken')
        batches.push(calls)
        let filter = 0
        return calls.map(({ method }): RpcReply => {
          if (method === 'eth_getTransactionCount') return { result: quantity(chain.nonce) }
          if (method === 'eth_getBalance') return { result: quantity(chain.balance) }
          if (method === 'eth_getLogs')
            return { result: chain.logs[filter++]?.map((one) => ({ transactionHash: hashOf(one) })) }
          return {
            result: {
              number: quantity(chain.head),
              hash: hashOf(1),
              parentHash: hashOf(0),
              timestamp: '0x1',
            },
          }
        })
      },
    },
    new AbortController().signal,
  )
  const ask = () =>
    quiet(
      'page',
      account,
      async () => ++loads,
      () => (isWhole ? new Set([hashOf(1)]) : undefined),
    )
  /** The second time is the first that is kept. */
  const warmUp = async () => {
    await ask()
    clock.advance(30_000)
    await ask()
    clock.advance(30_000)
  }
  return { chain, clock, ask, warmUp, batches, loads: () => loads }
}

test('a visitor who comes once costs no call, and one who stays a batch of five', async () => {
  const { ask, batches, clock } = setUp()
  await ask()
  expect(batches).toEqual([])
  clock.advance(30_000)
  await ask()
  clock.advance(30_000)
  await ask()
  expect(batches.map((calls) => calls.length)).toEqual([3, 5])
  expect(batches[1]?.at(-1)?.params).toMatchObject([{ fromBlock: quantity(4_700), toBlock: 'latest' }])
})

test('the answer of a quiet account is used again for two minutes', async () => {
  const { ask, warmUp, clock } = setUp()
  await warmUp()
  expect(await ask()).toBe(2)
  clock.advance(89_999)
  expect(await ask()).toBe(2)
  clock.advance(1)
  expect(await ask()).toBe(3)
})

type Chain = ReturnType<typeof setUp>['chain']

test.each<[string, (chain: Chain) => void]>([
  ['has sent something', (chain) => void chain.nonce++],
  ['was paid coin', (chain) => void chain.balance++],
  ['was paid a token', (chain) => void chain.logs[1]?.push(2)],
  ['got a collectible', (chain) => void chain.logs[2]?.push(2)],
  ['let somebody else move a token', (chain) => void chain.logs[0]?.push(2)],
  ['is one of which the node does not tell the logs', (chain) => void chain.logs.pop()],
  ['is one of which no node tells anything', (chain) => void Object.assign(chain, { isBroken: true })],
])('the indexer is asked again where the account %s', async (_name, change) => {
  const { chain, ask, warmUp } = setUp()
  await warmUp()
  change(chain)
  expect(await ask()).toBe(3)
})

test('an answer that lacks something is never used again', async () => {
  const { ask, warmUp } = setUp({ isWhole: false })
  await warmUp()
  expect(await ask()).toBe(3)
})

test('the calls count one each, and as those that read a history', async () => {
  const { ask, warmUp } = setUp()
  await warmUp()
  const spent: number[] = []
  const meter = {
    require: () => undefined,
    has: () => true,
    spend: () => expect.unreachable(),
    takeIndexerCall: () => true,
    indexerCallsLeft: () => 1_000,
    reading: {
      require: () => undefined,
      left: () => 1_000,
      spend: (calls: number) => void spent.push(calls),
    },
  }
  await metered(meter, ask)
  expect(spent).toEqual([5])
})
