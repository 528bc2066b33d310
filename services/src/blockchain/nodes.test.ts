import { afterEach, describe, expect, test } from 'vitest'
import { claimBytes } from '../outbound/byteRoom.js'
import type { RpcCall } from '../outbound/post.js'
import { createContext } from '../shared/context.js'
import type { Settings } from '../shared/settings.js'
import { createTestClock } from '../testing/createTestClock.js'
import { blockAt, type Scripted, startScriptedNode } from '../testing/startScriptedNode.js'
import { createNodes } from './nodes.js'
import { createApi } from './sources/createApi.js'

const chainId = 'eip155:31337'
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function startNode(reply: (call: RpcCall) => Scripted = () => undefined) {
  const node = await startScriptedNode(
    (call) => reply(call) ?? (call.method === 'eth_gasPrice' ? '0x1' : undefined),
  )
  cleanups.push(node.stop)
  return node
}

function setUp(nodes: readonly { readonly url: string }[], settings: Partial<Settings> = {}) {
  const clock = createTestClock()
  const context = createContext({
    clock,
    settings: { chains: nodes.map(({ url }) => `${chainId}=${url}`), ...settings },
  })
  const chain = createNodes(context).get(chainId)
  if (chain === undefined) throw new Error('no chain')
  return {
    clock,
    context,
    chain,
    as: <value>(client: string, work: () => value) =>
      context.callers.run({ client, project: undefined }, work),
    /** Lets time pass in small steps, in which requests are answered. */
    async pass(duration: number) {
      for (let passed = 0; passed < duration; passed += 50) {
        clock.advance(50)
        await settle()
      }
    },
  }
}

const price = { method: 'eth_gasPrice' }
const prices = (count: number) => Array.from({ length: count }, () => price)

describe('a list at a node with a rate', () => {
  test('is sent in parts, of which each second has as many calls as the node allows', async () => {
    const node = await startNode()
    const { chain, pass } = setUp([node], { rpcPerSecond: [`${chainId}=5`] })
    const asked = chain.ask(prices(12))
    await pass(4_000)
    expect(await asked).toHaveLength(12)
    expect(node.requests.slice(1).map((methods) => methods.length)).toEqual([5, 5, 2])
  })

  test('does not stop the calls of another client', async () => {
    const node = await startNode()
    const { chain, pass, as } = setUp([node], { rpcPerSecond: [`${chainId}=5`] })
    await chain.ask([price])
    const list = as('eve', () => chain.ask(prices(50)))
    let isAnswered = false
    const one = as('ada', () => chain.ask([price])).then(() => (isAnswered = true))
    await pass(2_500)
    expect(isAnswered).toBe(true)
    await pass(12_000)
    expect(await list).toHaveLength(50)
    await one
  })

  test('fails as a whole where one part fails, and the rest is not sent', async () => {
    let isBroken = false
    const node = await startNode(({ method }) =>
      isBroken && method === 'eth_gasPrice' ? 'break' : undefined,
    )
    const { chain, pass } = setUp([node], { rpcPerSecond: [`${chainId}=2`] })
    await chain.ask([price])
    isBroken = true
    const asked = chain.ask(prices(20)).catch((error: Error) => error.message)
    await pass(2_000)
    expect(await asked).toBe('no node answered')
    const sent = node.count('eth_gasPrice')
    await pass(5_000)
    expect(node.count('eth_gasPrice')).toBe(sent)
  })

  test('with a sent transaction: what was carried out is answered, and the rest says why it was not', async () => {
    let count = 0
    const node = await startNode(({ method }) =>
      method !== 'eth_sendRawTransaction' ? undefined : ++count > 2 ? 'break' : `0x${'c'.repeat(64)}`,
    )
    const { chain, pass } = setUp([node], { rpcPerSecond: [`${chainId}=2`] })
    const asked = chain.ask(
      Array.from({ length: 5 }, () => ({ method: 'eth_sendRawTransaction', params: [] })),
    )
    await pass(8_000)
    const replies = await asked
    expect(replies.map((reply) => Object.keys(reply)[0])).toEqual([
      'result',
      'result',
      'error',
      'error',
      'error',
    ])
    // The part of two that broke off was the last.
    expect(count).toBe(4)
  })
})

test.each(['logs matched by query exceeds limit of 10000', 'query timeout exceeded', 'result is too large'])(
  'a log query that is refused with "%s" pauses no other calls',
  async (message) => {
    const node = await startNode(({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32005, message } } : undefined,
    )
    const { chain, pass } = setUp([node])
    const refused = chain.ask([{ method: 'eth_getLogs', params: [{}] }])
    await pass(200)
    expect(await refused).toEqual([{ error: { code: -32005, message } }])
    let isAnswered = false
    const asked = chain.ask([price]).then(() => (isAnswered = true))
    await pass(200)
    expect(isAnswered).toBe(true)
    await asked
  },
)

test('the same address as node and as indexer keeps to the stricter rate', async () => {
  const node = await startNode()
  const { chain, context, pass } = setUp([node])
  createApi(
    context,
    { chainId, kind: 'alchemy', perSecond: 2, url: node.url } as Parameters<typeof createApi>[1],
    new AbortController().signal,
  )
  const asked = chain.ask(prices(6))
  await pass(1_000)
  expect(node.count('eth_gasPrice')).toBeLessThanOrEqual(2)
  await pass(4_000)
  expect(await asked).toHaveLength(6)
})

describe('a node that hangs', () => {
  test('is asked last after the first time, until it answers a check in time', async () => {
    let isHanging = true
    const first = await startNode(({ method }) =>
      isHanging && method !== 'eth_chainId' ? 'hang' : method === 'eth_gasPrice' ? '0x111' : undefined,
    )
    const second = await startNode(({ method }) => (method === 'eth_gasPrice' ? '0x222' : undefined))
    const { chain, clock, pass } = setUp([first, second])
    const slow = chain.ask([price])
    await pass(2_500)
    expect(await slow).toEqual([{ result: '0x222' }])
    const asked = first.count('eth_gasPrice')
    for (let count = 0; count < 3; count++) expect(await chain.ask([price])).toEqual([{ result: '0x222' }])
    expect(first.count('eth_gasPrice')).toBe(asked)
    isHanging = false
    clock.advance(15_000)
    await chain.ask([price])
    await settle()
    expect(await chain.ask([price])).toEqual([{ result: '0x111' }])
  })

  test('is not sent transactions first either', async () => {
    const first = await startNode(({ method }) => (method === 'eth_chainId' ? undefined : 'hang'))
    const second = await startNode(({ method }) =>
      method === 'eth_sendRawTransaction' ? `0x${'d'.repeat(64)}` : undefined,
    )
    const { chain, pass } = setUp([first, second])
    const slow = chain.ask([price])
    await pass(2_500)
    await slow
    const sent = { method: 'eth_sendRawTransaction', params: [] }
    expect(await chain.ask([sent])).toEqual([{ result: `0x${'d'.repeat(64)}` }])
    expect(first.count('eth_sendRawTransaction')).toBe(0)
  })
})

test('a node with a head of the future, and far too high, is asked after the honest one', async () => {
  const liar = await startNode(({ method }) =>
    method === 'eth_getBlockByNumber'
      ? blockAt(9_999_999, 4_000_000_000)
      : method === 'eth_gasPrice'
        ? '0x666'
        : undefined,
  )
  const honest = await startNode()
  const { chain, clock } = setUp([liar, honest])
  await chain.ask([price])
  clock.advance(15_000)
  await chain.ask([price])
  await settle()
  expect(await chain.ask([price])).toEqual([{ result: '0x1' }])
})

describe('bytes of answers', () => {
  const megabyte = 1024 * 1024
  const long = { method: 'eth_getLogs', params: [] }
  const big = () =>
    startNode(({ method }) =>
      method === 'eth_getLogs' ? [{ address: '0x', topics: [], data: 'x'.repeat(7 * megabyte) }] : undefined,
    )

  test('of one client are bounded while it does not read them, and free again afterwards', async () => {
    const node = await big()
    const { chain, context, as } = setUp([node])
    const turn = { client: 'eve' }
    const claims = Array.from({ length: 20 }, () => claimBytes(context, turn))
    const answers: string[] = []
    for (const claim of claims)
      answers.push(
        await as('eve', () => chain.ask([long], undefined, undefined, claim)).then(
          () => 'answered',
          (error: Error) => error.name + error.message,
        ),
      )
    // Nine answers of seven MiB are the half of the room that a single client gets.
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(9)
    expect(new Set(answers).size).toBe(2)
    expect(await as('ada', () => chain.ask([long]))).toHaveLength(1)
    for (const claim of claims) claim.release()
    expect(await as('eve', () => chain.ask([long]))).toHaveLength(1)
  }, 60_000)

  test('that are too many say nothing about the node', async () => {
    const node = await big()
    const { chain, context, as } = setUp([node])
    const claim = claimBytes(context, { client: 'eve' })
    while (claim.take(megabyte));
    for (let count = 0; count < 5; count++)
      await expect(as('eve', () => chain.ask([long]))).rejects.toThrow('too many bytes at once')
    expect(await as('ada', () => chain.ask([price]))).toEqual([{ result: '0x1' }])
  }, 60_000)
})

async function settle() {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve, 2))
}
