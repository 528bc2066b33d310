import { expect, test } from 'vitest'
import type { RpcCall } from '../../../outbound/post.js'
import { createContext } from '../../../shared/context.js'
import { createLog } from '../../../shared/log.js'
import { createTestClock } from '../../../testing/createTestClock.js'
import type { Nodes } from '../../nodes.js'
import type { Hex } from '../Entry.js'
import type { Block } from '../nodeAnswers.js'
import { createTraces } from '../traces.js'
import { createAnswerCache } from './answerCache.js'
import { type Budget, BudgetSpent, meter } from './budget.js'
import { explainCoin } from './explainCoin.js'
import type { Facts } from './facts.js'
import { createAbilities } from './Reading.js'
import { createSession } from './readNext.js'

const chainId = 'eip155:1'
const account: Hex = `0x${'a'.repeat(40)}`
const payer: Hex = `0x${'b'.repeat(40)}`
const blockHash: Hex = `0x${'1'.repeat(64)}`
const hash: Hex = `0x${'2'.repeat(64)}`

const call = (value: string, ends: object = { from: payer, to: account }) => ({
  ...{ blockHash, transactionHash: hash, traceAddress: [0], type: 'call' },
  action: { callType: 'call', value, ...ends },
})

/** Explains a rise of the balance by 5 in block 7, where a stranger called a contract. */
async function explain({
  traces = [],
  withdrawn = 0n,
  budget = { left: 100 },
}: {
  readonly traces?: readonly unknown[]
  readonly withdrawn?: bigint
  readonly budget?: Budget
}) {
  const clock = createTestClock()
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const context = createContext({ settings: {}, log, clock })
  const nodes: Nodes = {
    chainId,
    ask: async (calls: readonly RpcCall[]) => calls.map(() => ({ result: traces })),
  }
  const stranger = { hash, from: payer, to: payer, value: '0x0', input: '0x12345678' }
  const block: Block = {
    ...{ number: 7, hash: blockHash, parentHash: blockHash, timestamp: 1, miner: payer },
    ...{ withdrawals: withdrawn > 0n ? [{ address: account, amount: withdrawn }] : [] },
    transactions: [stranger],
  }
  const facts: Pick<Facts, 'blocks' | 'receipts' | 'transactions'> = {
    blocks: async () => [block],
    receipts: async () => new Map(),
    transactions: async () => [],
  }
  return explainCoin(
    {
      ...{ account, nodes: meter(nodes, budget), budget, cache: createAnswerCache(1_000), clock },
      ...{ abilities: createAbilities(), session: createSession(7, 0), traces: createTraces(context, nodes) },
      ...{ head: 1_000, signal: new AbortController().signal },
    },
    facts as Facts,
    [{ block: 7, units: 5n + withdrawn * 1_000_000_000n }],
    'none',
  )
}

test.each([
  [
    'explain the rise: nothing is lacking',
    [call('0x3'), call('0x4'), call('0x2', { from: account, to: payer })],
    0,
  ],
  ['are none: payouts are lacking', [], 1],
  ['are a part: payouts are lacking', [call('0x3')], 1],
])('traces that %s', async (_, traces, lacking) => {
  const { lacks } = await explain({ traces })
  expect(lacks.map(({ lack, low, high }) => [lack, low, high])).toEqual(
    Array.from({ length: lacking }, () => ['payouts', 7, 7]),
  )
})

test('a withdrawal, which no transaction shows, is lacking, and no node can mend that', async () => {
  const { lacks } = await explain({ traces: [call('0x5')], withdrawn: 3n })
  expect(lacks).toEqual([{ lack: 'payouts', low: 7, high: 7, needs: 'never' }])
})

test('traces of blocks cost the client their weight', async () => {
  let spent = 0
  const spend = (calls: number) => {
    spent += calls
  }
  const budget: Budget = { left: 100, spend }
  await explain({ traces: [call('0x5')], budget })
  // The first one shows that the node has the method.
  expect([spent, budget.left]).toEqual([40, 98])
})

test('error: a client without calls left has no block traced', async () => {
  const budget: Budget = { left: 100, hasCalls: () => false }
  await expect(explain({ traces: [call('0x5')], budget })).rejects.toThrow(BudgetSpent)
})
