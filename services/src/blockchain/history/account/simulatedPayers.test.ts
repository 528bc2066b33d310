import { expect, test } from 'vitest'
import { NodeError, type RpcCall, type RpcReply } from '../../../outbound/post.js'
import { createContext } from '../../../shared/context.js'
import { createLog } from '../../../shared/log.js'
import { createTestClock } from '../../../testing/createTestClock.js'
import type { Nodes } from '../../nodes.js'
import type { Hex } from '../Entry.js'
import type { Block, Mined } from '../nodeAnswers.js'
import { topics } from '../readLog.js'
import { createTraces } from '../traces.js'
import { createAnswerCache } from './answerCache.js'
import { explainCoin } from './explainCoin.js'
import type { Facts } from './facts.js'
import { createAbilities } from './Reading.js'
import { createSession } from './readNext.js'

const account: Hex = `0x${'a'.repeat(40)}`
const contract: Hex = `0x${'b'.repeat(40)}`
const vault: Hex = `0x${'c'.repeat(40)}`
const blockHash: Hex = `0x${'1'.repeat(64)}`
const hash: Hex = `0x${'2'.repeat(64)}`
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const topicOf = (address: Hex) => `0x${address.slice(2).padStart(64, '0')}`
const paid = (from: Hex, to: Hex, units: string, address = coin) => ({
  address,
  topics: [topics.transfer, topicOf(from), topicOf(to)],
  data: `0x${units.padStart(64, '0')}`,
})
const simulated = (logs: readonly unknown[], status = '0x1') => ({
  result: [{ number: '0x7', calls: [{ status, logs, returnData: '0x', gasUsed: '0x5208' }] }],
})

/** Explains a rise of the balance by 5 in block 7, where the account called a contract with a value of 2. */
async function explain(reply: RpcReply | NodeError, { hasTraces = true } = {}) {
  const clock = createTestClock()
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const asked: RpcCall[] = []
  const nodes: Nodes = {
    chainId: 'eip155:1',
    ask: async (calls) =>
      calls.map((call) => {
        if (call.method !== 'eth_simulateV1') return { error: { code: -32601, message: 'no such method' } }
        asked.push(call)
        if (reply instanceof NodeError) throw reply
        return reply
      }),
  }
  const call = {
    ...{ hash, blockHash, blockNumber: 7, transactionIndex: 0, nonce: 1, type: '0x2' },
    ...{ from: account, to: contract, value: 2n, input: '0x12345678' },
  } as unknown as Mined
  const raw = { ...call, blockNumber: '0x7', transactionIndex: '0x0', nonce: '0x1', value: '0x2' }
  const block: Block = {
    ...{ number: 7, hash: blockHash, parentHash: blockHash, timestamp: 9_000, miner: vault, withdrawals: [] },
    transactions: [raw],
  }
  const facts: Pick<Facts, 'blocks' | 'receipts' | 'transactions'> = {
    blocks: async () => [block],
    receipts: async () => new Map([[hash, { status: 1n } as never]]),
    transactions: async () => [],
  }
  const context = createContext({ settings: {}, log, clock })
  const budget = { left: 100 }
  const reading = {
    ...{ account, nodes, budget, cache: createAnswerCache(1_000), clock, head: 1_000 },
    ...{ abilities: createAbilities(), session: createSession(7, 0), signal: new AbortController().signal },
    traces: hasTraces ? createTraces(context, nodes) : undefined,
  }
  const again = () => explainCoin(reading, facts as Facts, [{ block: 7, units: 5n }], 'none')
  const { coin, lacks } = await again()
  const [movement] = coin.get(hash) ?? []
  return { from: movement?.from, isConcluded: movement?.isConcluded, lacks, asked, again }
}

test('a call is simulated at the end of the block before', async () => {
  const { asked } = await explain(simulated([paid(contract, account, '5')]))
  expect(asked).toEqual([
    {
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [
            {
              blockOverrides: { time: '0x9', feeRecipient: vault },
              calls: [{ from: account, to: contract, input: '0x12345678', value: '0x2' }],
            },
          ],
          traceTransfers: true,
          validation: false,
        },
        '0x6',
      ],
    },
  ])
})

test.each<[string, readonly unknown[], Hex]>([
  ['the contract', [paid(contract, account, '5')], contract],
  ['somebody whom the contract made pay', [paid(vault, account, '5')], vault],
  ['one payer in two parts', [paid(vault, account, '2'), paid(vault, account, '3')], vault],
])('a simulated call in which exactly the rest is paid by %s', async (_name, logs, from) => {
  const told = await explain(simulated(logs))
  expect([told.from, told.isConcluded, told.lacks]).toEqual([from, true, []])
})

const refused: RpcReply = { error: { code: -32601, message: 'no such method' } }

test.each<[string, RpcReply]>([
  ['is paid nothing', simulated([])],
  ['pays', simulated([paid(account, contract, '2')])],
  ['has others pay each other', simulated([paid(vault, contract, '5')])],
  ['moves a token that looks like coin', simulated([paid(vault, account, '5', vault)])],
  ['is paid zero', simulated([paid(vault, account, '0')])],
  ['leaves logs of no known form', simulated([7, { address: coin, topics: [], data: '0x' }])],
  [
    'is paid less, so that another transaction may have paid the rest',
    simulated([paid(vault, account, '4')]),
  ],
  ['is paid more', simulated([paid(vault, account, '6')])],
  ['is paid by two', simulated([paid(vault, account, '2'), paid(contract, account, '3')])],
  ['fails', simulated([paid(vault, account, '5')], '0x0')],
  ['a node does not simulate', refused],
  ['is answered with nonsense', { result: [{ calls: 'none' }] }],
])('a call that %s explains nothing: no payment is shown, and payouts are lacking', async (_name, reply) => {
  const { from, lacks } = await explain(reply)
  expect([from, lacks]).toEqual([undefined, [{ lack: 'payouts', low: 7, high: 7, needs: 'traces' }]])
})

test('a node without the method is not asked again for an hour', async () => {
  const { asked, again } = await explain(refused)
  await again()
  expect(asked).toHaveLength(1)
})

test('error: a node that is at its limit is asked again', async () => {
  await expect(explain({ error: { code: -32000, message: 'rate limit' } })).rejects.toThrow('at its limit')
})

test('where the operator forbids traces, nothing is simulated, and payouts are lacking', async () => {
  const { asked, from, lacks } = await explain(simulated([paid(vault, account, '5')]), { hasTraces: false })
  expect([asked, from, lacks.length]).toEqual([[], undefined, 1])
})
