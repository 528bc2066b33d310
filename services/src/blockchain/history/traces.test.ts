import { randomBytes } from 'node:crypto'
import type { Transaction } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createThings } from '../../testing/deployThings.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { forward, startNode } from '../../testing/startNode.js'
import { createBlockchain } from '../blockchain.js'
import { createHistory } from './history.js'

type Hex = `0x${string}`
type Call = { readonly id: number; readonly method: string }

const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chainId = 'eip155:31337'
const cleanups: (() => unknown)[] = []
let chain: TestChain
let things: ReturnType<typeof createThings>
let market: Hex

beforeAll(async () => {
  chain = await startChain()
  things = createThings(chain)
  await chain.request('anvil_autoImpersonateAccount', [true])
  market = await things.deploy('Market', [], rich)
}, 60_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Answers some methods as a node that lacks them. */
const refuse = (...methods: readonly string[]) =>
  answerInstead(methods, { error: { code: -32601, message: 'no' } })

/** Answers some methods with a fixed reply. */
function answerInstead(methods: readonly string[], answer: object) {
  return async (body: string) => {
    const asked: Call | readonly Call[] = JSON.parse(body)
    const [first] = [asked].flat()
    if (first === undefined || !methods.includes(first.method)) return forward(chain.url, body)
    return JSON.stringify({ jsonrpc: '2.0', id: first.id, ...answer })
  }
}

describe.each<[name: string, missing: readonly string[]]>([
  ['trace_block', []],
  ['debug_traceBlockByHash', ['trace_block']],
])('coin that contracts pay to others, by %s', { timeout: 30_000 }, (method, missing) => {
  test('appears in the history of its recipient', async () => {
    const { history, node } = await setUp(refuse(...missing))
    const owner = newOwner()
    const forwarded = await things.call(rich, market, ['Market', 'forward', owner], { value: '0x5' })
    const ended = await things.call(rich, market, ['Market', 'forwardByEnding', owner], { value: '0x7' })
    await things.call(rich, market, ['Market', 'tryForward', owner], { value: '0x9' })
    await things.call(rich, market, ['Market', 'forwardAndFail', owner], { value: '0xb' })
    const data = await history(owner)
    expect(data.map(summary)).toEqual([
      ['receive', 'confirmed', ended, [['in', '0.000000000000000007', expect.any(String)]]],
      ['receive', 'confirmed', forwarded, [['in', '0.000000000000000005', market]]],
    ])
    expect(node.methods()).toContain(method)
  })

  test('coin that an account sends through a contract appears once', async () => {
    const { history } = await setUp(refuse(...missing))
    const [owner, other] = [newOwner(), newOwner()]
    await chain.request('anvil_setBalance', [owner, '0xde0b6b3a7640000'])
    const hash = await things.call(owner, market, ['Market', 'forward', owner], { value: '0x5' })
    const away = await things.call(owner, market, ['Market', 'forward', other], { value: '0x6' })
    expect((await history(owner)).map(summary)).toEqual([
      ['send', 'confirmed', away, [['out', '0.000000000000000006', owner]]],
      [
        'trade',
        'confirmed',
        hash,
        [
          ['out', '0.000000000000000005', owner],
          ['in', '0.000000000000000005', market],
        ],
      ],
    ])
  })
})

describe('nodes that do not trace', { timeout: 30_000 }, () => {
  test.each<[name: string, handler: (body: string) => Promise<string | undefined>]>([
    ['lack the methods', refuse('trace_block', 'debug_traceBlockByHash')],
    ['answer nothing of use', answerInstead(['trace_block', 'debug_traceBlockByHash'], { result: null })],
    ['answer without a result', answerInstead(['trace_block'], { result: undefined })],
    ['answer what is no trace', answerInstead(['trace_block'], { result: [1, null, 'x'] })],
    [
      'answer a trace of another block',
      answerInstead(['trace_block'], { result: [{ blockHash: `0x${'0'.repeat(64)}`, traceAddress: [0] }] }),
    ],
    [
      'answer too few trees',
      async (body) =>
        body.includes('trace_block')
          ? refuse('trace_block')(body)
          : answerInstead(['debug_traceBlockByHash'], { result: [] })(body),
    ],
  ])(
    '%s: the rest is told, and what was paid to the caller is found by the balances',
    async (_name, handler) => {
      const { history } = await setUp(handler)
      const owner = newOwner()
      await chain.request('anvil_setBalance', [owner, '0xde0b6b3a7640000'])
      const got = await things.send({ from: rich, to: owner, value: '0x1' })
      const back = await things.call(owner, market, ['Market', 'forward', owner], { value: '0x5' })
      expect((await history(owner)).map(summary).map(([, , hash]) => hash)).toEqual([back, got])
      expect((await history(owner))[0]?.transfers.map(({ direction }) => direction)).toEqual(['out', 'in'])
    },
  )

  test('are asked once', async () => {
    const { history, node } = await setUp(refuse('trace_block', 'debug_traceBlockByHash'))
    const owner = newOwner()
    await things.send({ from: rich, to: owner, value: '0x1' })
    await history(owner)
    expect(
      node
        .methods()
        .filter((method) => method.includes('race'))
        .sort(),
    ).toEqual(['debug_traceBlockByHash', 'trace_block'])
    await things.send({ from: rich, to: owner, value: '0x1' })
    expect(await history(owner)).toHaveLength(2)
    expect(node.methods().filter((method) => method.includes('race'))).toEqual([])
  })

  test('fail: asked three times in a row, then not for ten minutes', async () => {
    const { history, node, clock } = await setUp(answerInstead(['trace_block'], { error: 'none' }))
    const owner = newOwner()
    const traces = async () => {
      for (let index = 0; index < 5; index++) {
        await things.send({ from: rich, to: owner, value: '0x1' })
        await history(owner)
      }
      return node.methods().filter((method) => method.includes('race')).length
    }
    await history(owner)
    node.methods()
    await traces()
    clock.advance(590_000)
    expect(await traces()).toBe(0)
    clock.advance(20_000)
    expect(await traces()).toBe(3)
    expect(await history(owner)).toHaveLength(15)
  })

  test('are not asked if the settings turn traces off', async () => {
    const { history, node } = await setUp(refuse(), { historyTraces: 'off' })
    const owner = newOwner()
    await things.call(rich, market, ['Market', 'forward', owner], { value: '0x5' })
    expect(await history(owner)).toEqual([])
    expect(node.methods().filter((method) => method.includes('race'))).toEqual([])
  })
})

async function setUp(
  handler: (body: string) => Promise<string | undefined>,
  settings: { readonly historyTraces?: 'auto' | 'off' } = {},
) {
  const clock = createTestClock()
  const node = await startNode(() => chain.url)
  node.answer(handler)
  cleanups.push(() => node.close())
  const context = createContext({
    settings: { httpBurst: 100_000, chains: [`${chainId}=${node.url}`], ...settings },
    log: createLog({ level: 'silent', now: () => 0, write: () => undefined }),
    clock,
    checkAnswers: true,
  })
  const own = await createHistory(context, undefined)
  cleanups.push(() => own.close())
  const app = createBlockchain(context, own)
  return {
    node,
    clock,
    async history(address: string): Promise<readonly Transaction[]> {
      const response = await app.request(`/v1/account/${address}/history?chainId=${chainId}`)
      const body = (await response.json()) as { readonly data?: readonly Transaction[] }
      if (body.data === undefined) throw new Error(JSON.stringify(body))
      return body.data
    },
  }
}

function newOwner(): Hex {
  return getAddress(`0x${randomBytes(20).toString('hex')}`)
}

function summary({ metadata: { operationType, status, hash }, transfers }: Transaction) {
  return [
    operationType,
    status,
    hash,
    transfers.map(({ direction, quantity, sender }) => [direction, quantity.numeric, sender]),
  ]
}
