import { afterEach, describe, expect, test } from 'vitest'
import type { RpcCall } from '../../outbound/post.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { createNodes } from '../nodes.js'

const chainId = 'eip155:31337'
const hash = (digit: string) => `0x${digit.repeat(64)}`
const block = (number: number, time = 0) => ({
  number: `0x${number.toString(16)}`,
  hash: hash('a'),
  timestamp: `0x${time.toString(16)}`,
  transactions: [],
})
const unknown = hash('9')
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Results = { [method: string]: unknown }

/** Starts a node with fixed results by method; a function decides on its own. */
async function startNode(results: Results | ((call: RpcCall) => unknown)) {
  const calls: string[] = []
  const sound: Results = { eth_chainId: '0x7a69', eth_getBlockByNumber: block(100) }
  const upstream = await startUpstream((_path, body): UpstreamAnswer => {
    const asked = JSON.parse(body)
    const answer = ({ id, ...call }: RpcCall & { readonly id: number }) => {
      calls.push(call.method)
      const given = typeof results === 'function' ? results(call) : { ...sound, ...results }[call.method]
      return { jsonrpc: '2.0', id, result: given }
    }
    const texts = Array.isArray(asked) ? asked.map(answer) : answer(asked)
    return JSON.stringify(texts).includes('"hang"') ? 'hang' : { body: JSON.stringify(texts) }
  })
  cleanups.push(upstream.stop)
  return { url: upstream.url, calls, count: (method: string) => calls.filter((one) => one === method).length }
}

function setUp(...nodes: readonly { readonly url: string }[]) {
  return setUpOn(chainId, ...nodes)
}

function setUpOn(chainId: `eip155:${number}`, ...nodes: readonly { readonly url: string }[]) {
  const clock = createTestClock()
  const lines: string[] = []
  const context = createContext({
    settings: { chains: nodes.map(({ url }) => `${chainId}=${url}`) },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
  })
  const ask = async (...calls: readonly RpcCall[]) => createNodes(context).get(chainId)?.ask(calls)
  return { ask, clock, lines, context }
}

/** Waits until both nodes' heads have been read, which happens beside a request. */
async function headsRead(...nodes: readonly { count(method: string): number }[]) {
  for (let turn = 0; turn < 200; turn++) {
    if (nodes.every((node) => node.count('eth_getBlockByNumber') > 0)) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

describe('logs that were not asked for', () => {
  const [mine, theirs] = [hash('1'), hash('2')]
  const log = {
    address: `0x${'a'.repeat(40)}`,
    topics: [hash('d'), mine],
    blockNumber: '0x10',
    blockHash: hash('b'),
  }
  const range = { fromBlock: '0x10', toBlock: '0x1f' }

  test.each<[string, object, object]>([
    ['of another contract', { address: `0x${'A'.repeat(40)}` }, { address: `0x${'c'.repeat(40)}` }],
    ['of none of the contracts', { address: [log.address] }, { address: `0x${'c'.repeat(40)}` }],
    ['of another event', { topics: [hash('D')] }, { topics: [hash('e'), mine] }],
    ['of another account', { topics: [null, [mine, hash('3')]] }, { topics: [hash('d'), theirs] }],
    ['with fewer topics', { topics: [[hash('d')], [mine]] }, { topics: [hash('d')] }],
    ['of a block above', range, { blockNumber: '0x20' }],
    ['of a block below', range, { blockNumber: '0xf' }],
    ['of another block', { blockHash: hash('B') }, { blockHash: hash('c') }],
  ])('%s: the next node is asked', async (_name, filter, change) => {
    const first = await startNode({ eth_getLogs: [log, { ...log, ...change }] })
    const second = await startNode({ eth_getLogs: [log] })
    const { ask, lines } = setUp(first, second)
    expect(await ask({ method: 'eth_getLogs', params: [filter] })).toEqual([{ result: [log] }])
    const told = lines.map((line) => JSON.parse(line))
    expect(told).toMatchObject([
      { event: 'blockchain.upstream', source: 'node 1', state: 'slow' },
      { event: 'blockchain.nodeFailed', node: 1, reason: 'nonsense' },
    ])
  })

  test('the node is asked last from then on', async () => {
    const first = await startNode({ eth_getLogs: [log] })
    const second = await startNode({ eth_getLogs: [] })
    const { ask } = setUp(first, second)
    const query = { method: 'eth_getLogs', params: [{ address: `0x${'c'.repeat(40)}` }] }
    for (let count = 0; count < 3; count++) expect(await ask(query)).toEqual([{ result: [] }])
    expect([first.count('eth_getLogs'), second.count('eth_getLogs')]).toEqual([1, 3])
  })

  test.each<[string, object]>([
    ['anything', {}],
    ['any contract and any topic', { address: [], topics: [[], null] }],
    ['one of several', { address: [theirs, log.address], topics: [[hash('D'), theirs], mine] }],
    ['the newest blocks, by name', { fromBlock: 'latest', toBlock: 'latest' }],
  ])('a query for %s: the answer counts', async (_name, filter) => {
    const node = await startNode({ eth_getLogs: [log] })
    const { ask } = setUp(node)
    expect(await ask({ method: 'eth_getLogs', params: [filter] })).toEqual([{ result: [log] }])
  })
})

describe('an answer of the wrong form', () => {
  test.each<[string, unknown, unknown]>([
    ['eth_blockNumber', null, '0x64'],
    ['eth_getBalance', '12', '0x1'],
    ['eth_call', null, '0x'],
    ['eth_chainId', '0x1', '0x7a69'],
    ['eth_getLogs', {}, []],
    ['eth_getLogs', [7], []],
    ['eth_getTransactionReceipt', { logs: 1 }, null],
    ['eth_getTransactionByHash', {}, null],
    ['eth_getBlockByHash', 'x', null],
    ['eth_feeHistory', [], {}],
  ])("%s of %j: the next node's answer counts", async (method, wrong, right) => {
    // The first node gives its chain id correctly before it fails.
    let asked = 0
    const first = await startNode((call) =>
      call.method === method && (method !== 'eth_chainId' || asked++ > 0) ? wrong : '0x7a69',
    )
    const second = await startNode({ [method]: right })
    expect(await setUp(first, second).ask({ method, params: [unknown] })).toEqual([{ result: right }])
  })

  test('alone it is a failure, not an answer', async () => {
    const node = await startNode({ eth_blockNumber: null })
    await expect(setUp(node).ask({ method: 'eth_blockNumber' })).rejects.toThrow('no node answered')
  })
})

describe('no block', () => {
  const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const number = (value: string) => ({ method: 'eth_getBlockByNumber', params: [value, false] })

  test('for the newest one: the next node answers', async () => {
    const [first, second] = [await startNode({ eth_getBlockByNumber: null }), await startNode({})]
    expect(await setUp(first, second).ask(latest)).toEqual([{ result: block(100) }])
    await expect(setUp(first).ask(latest)).rejects.toThrow('no node answered')
  })

  test.each([
    ['earliest', true],
    ['finalized', false],
    ['safe', false],
  ])('for the %s one: the next node answers; alone it is a failure: %s', async (word, isWrong) => {
    const none = ({ method, params }: RpcCall) =>
      method === 'eth_chainId' ? '0x7a69' : (params as string[])[0] === 'latest' ? block(100) : null
    const own = { method: 'eth_getBlockByNumber', params: [word, false] }
    const second = await startNode(({ params }) =>
      Array.isArray(params) && params[0] === word ? block(1) : '0x7a69',
    )
    expect(await setUp(await startNode(none), second).ask(own)).toEqual([{ result: block(1) }])
    const alone = setUp(await startNode(none)).ask(own)
    if (isWrong) await expect(alone).rejects.toThrow('no node answered')
    else expect(await alone).toEqual([{ result: null }])
  })

  test('for a number that the chain has reached: the next node answers', async () => {
    const first = await startNode(({ method, params }) =>
      method === 'eth_chainId' ? '0x7a69' : (params as string[])[0] === 'latest' ? block(100) : null,
    )
    const second = await startNode(({ params }) =>
      Array.isArray(params) && params[0] === '0x63' ? block(99) : '0x7a69',
    )
    const { ask } = setUp(first, second)
    await ask(latest)
    expect(await ask(number('0x63'))).toEqual([{ result: block(99) }])
  })

  test('for a later number: a fact, for which no other node is asked', async () => {
    const answer = ({ method, params }: RpcCall) =>
      method === 'eth_chainId' ? '0x7a69' : (params as string[])[0] === 'latest' ? block(100) : null
    const [first, second] = [await startNode(answer), await startNode({})]
    const { ask } = setUp(first, second)
    await ask(latest)
    await headsRead(first, second)
    const before = second.calls.length
    expect(await ask(number('0x65'))).toEqual([{ result: null }])
    expect(second.calls.length).toBe(before)
  })

  test('from each node: that is the answer', async () => {
    const none = ({ method, params }: RpcCall) =>
      method === 'eth_chainId' ? '0x7a69' : (params as string[])[0] === 'latest' ? block(100) : null
    const { ask } = setUp(await startNode(none), await startNode(none))
    await ask(latest)
    expect(await ask(number('0x1'))).toEqual([{ result: null }])
  })
})

describe('a node that is behind', () => {
  const blockNumber = { method: 'eth_blockNumber' }
  const receipt = { method: 'eth_getTransactionReceipt', params: [unknown] }

  test.each([
    ['more than fifty blocks', block(49), block(100)],
    ['more than a minute', block(99, 1_000), block(100, 1_061)],
  ])('%s: the other one is asked first', async (_name, old, recent) => {
    const first = await startNode({ eth_getBlockByNumber: old, eth_blockNumber: old.number })
    const second = await startNode({ eth_getBlockByNumber: recent, eth_blockNumber: recent.number })
    const { ask } = setUp(first, second)
    await ask({ method: 'eth_gasPrice' }).catch(() => undefined)
    await headsRead(first, second)
    expect(await ask(blockNumber)).toEqual([{ result: recent.number }])
    expect(first.count('eth_blockNumber')).toBe(0)
  })

  test('by fifty blocks or a minute is not behind', async () => {
    const first = await startNode({ eth_getBlockByNumber: block(50, 1_000), eth_blockNumber: '0x32' })
    const second = await startNode({ eth_getBlockByNumber: block(100, 1_060) })
    const { ask } = setUp(first, second)
    await ask({ method: 'eth_gasPrice' }).catch(() => undefined)
    await headsRead(first, second)
    expect(await ask(blockNumber)).toEqual([{ result: '0x32' }])
  })

  test('answers where no other node does', async () => {
    const first = await startNode({ eth_blockNumber: '0x10', eth_getBlockByNumber: block(16) })
    let isBroken = false
    const second = await startNode(({ method }) =>
      isBroken ? 7 : method === 'eth_getBlockByNumber' ? block(1_000) : '0x7a69',
    )
    const { ask } = setUp(first, second)
    await ask({ method: 'eth_gasPrice' }).catch(() => undefined)
    await headsRead(first, second)
    isBroken = true
    expect(await ask(blockNumber)).toEqual([{ result: '0x10' }])
  })

  test('knows no transaction: the other node is asked; from a node that keeps up it is a fact', async () => {
    const found = { transactionHash: unknown, logs: [] }
    const first = await startNode({ eth_getTransactionReceipt: null })
    const second = await startNode({ eth_getTransactionReceipt: found })
    const { ask } = setUp(first, second)
    expect(await ask(receipt)).toEqual([{ result: null }])
    await headsRead(first, second)
    expect(await ask(receipt)).toEqual([{ result: null }])
    expect(second.count('eth_getTransactionReceipt')).toBe(0)
  })
})

describe('a single node that stands still', () => {
  const newest: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }

  test('of a public chain is in the health and in the log, until it goes on', async () => {
    const results: Results = { eth_chainId: '0x1' }
    const { ask, clock, context, lines } = setUpOn('eip155:1', await startNode(results))
    const show = (age: number) => {
      results.eth_getBlockByNumber = block(100, Math.floor(clock.now() / 1_000) - age)
      return ask(newest)
    }
    const told = () => lines.splice(0).map((line) => JSON.parse(line))
    await show(12)
    expect(context.health.troubles()).toEqual([])
    for (let round = 0; round < 2; round++) await show(7_200)
    const since = new Date(clock.now()).toISOString()
    expect(context.health.troubles()).toEqual([{ chain: 'eip155:1', source: 'node 1', state: 'slow', since }])
    expect(told()).toMatchObject([
      { level: 'warn', event: 'blockchain.nodeStands', chain: 'eip155:1', node: 1, seconds: 7_200 },
    ])
    await show(12)
    expect(context.health.troubles()).toEqual([])
    expect(told()).toMatchObject([{ level: 'info', event: 'blockchain.nodeStands', state: 'ok' }])
  })

  test('of a development chain is well', async () => {
    const { ask, context, lines } = setUp(await startNode({ eth_getBlockByNumber: block(100, 1) }))
    await ask(newest)
    expect([context.health.troubles(), lines]).toEqual([[], []])
  })
})

describe('a node of another chain', () => {
  test('is asked nothing until it gives the right chain id again', async () => {
    let id = '0x1'
    const first = await startNode(({ method }) => (method === 'eth_chainId' ? id : '0x111'))
    const second = await startNode({ eth_gasPrice: '0x222' })
    const { ask, clock, lines } = setUp(first, second)
    const price = async () => ask({ method: 'eth_gasPrice' })
    expect(await price()).toEqual([{ result: '0x222' }])
    expect(await price()).toEqual([{ result: '0x222' }])
    expect(first.calls.filter((method) => method !== 'eth_chainId')).toEqual([])
    expect(lines.filter((line) => line.includes('blockchain.wrongChain'))).toHaveLength(1)
    id = '0x7a69'
    clock.advance(60_000)
    expect(await price()).toEqual([{ result: '0x111' }])
  })

  test('alone: nothing is answered from it', async () => {
    const node = await startNode({ eth_chainId: '0x1', eth_gasPrice: '0x5' })
    await expect(setUp(node).ask({ method: 'eth_gasPrice' })).rejects.toThrow('no node answered')
  })

  test('that changes while it is used is found within five minutes', async () => {
    let id = '0x7a69'
    const node = await startNode(({ method }) => (method === 'eth_chainId' ? id : '0x111'))
    const { ask, clock } = setUp(node)
    const price = async () => ask({ method: 'eth_gasPrice' })
    await price()
    id = '0x1'
    expect(await price()).toEqual([{ result: '0x111' }])
    clock.advance(300_000)
    await expect(price()).rejects.toThrow('no node answered')
  })
})

describe('what is sent, or kept in one node', () => {
  const hung = ({ method }: RpcCall) => (method === 'eth_chainId' ? '0x7a69' : 'hang')

  test.each([
    ['eth_sendRawTransaction'],
    ['eth_sendRawTransactionSync'],
    ['eth_sendRawTransactionConditional'],
    ['eth_sendTransaction'],
    ['eth_sendUserOperation'],
    ['wallet_sendCalls'],
    ['eth_newFilter'],
    ['eth_newBlockFilter'],
    ['eth_newPendingTransactionFilter'],
    ['eth_uninstallFilter'],
    ['eth_getFilterChanges'],
    ['eth_getFilterLogs'],
    ['eth_subscribe'],
    ['eth_unsubscribe'],
  ])('%s goes to no second node while the first may still answer, also in a list', async (method) => {
    const lists = [[{ method }], [{ method: 'eth_gasPrice' }, { method }, { method: 'eth_blockNumber' }]]
    for (const calls of lists) {
      const [first, second] = [await startNode(hung), await startNode({ [method]: '0x1' })]
      const { ask, clock } = setUp(first, second)
      const asked = ask(...calls).catch((error: Error) => error.message)
      while (first.count(method) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      clock.advance(8_000)
      expect(await asked).toBe('no answer in time')
      expect(second.count(method)).toBe(0)
    }
  })

  test('goes to the second node after two seconds if the first one hangs before it is sent anything', async () => {
    const method = 'eth_sendRawTransaction'
    const [first, second] = [await startNode(() => 'hang'), await startNode({ [method]: hash('b') })]
    const { ask, clock } = setUp(first, second)
    const asked = ask({ method }).catch((error: Error) => error.message)
    while (first.count('eth_chainId') === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    clock.advance(2_000)
    await expect.poll(() => second.count(method)).toBe(1)
    expect(await asked).toEqual([{ result: hash('b') }])
    expect(first.count(method)).toBe(0)
  })

  test('a reading goes to the second node after two seconds', async () => {
    const [first, second] = [await startNode(hung), await startNode({ eth_gasPrice: '0x1' })]
    const { ask, clock } = setUp(first, second)
    const asked = ask({ method: 'eth_gasPrice' })
    while (first.count('eth_gasPrice') === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    clock.advance(2_000)
    expect(await asked).toEqual([{ result: '0x1' }])
  })

  test('an accepted transaction is not sent again because another call of its list is answered with nonsense', async () => {
    const first = await startNode({ eth_sendRawTransaction: hash('b'), eth_gasPrice: null })
    const second = await startNode({})
    const answer = await setUp(first, second).ask(
      { method: 'eth_sendRawTransaction', params: ['0x00'] },
      { method: 'eth_gasPrice' },
    )
    expect(answer).toMatchObject([{ result: hash('b') }, { error: { code: -32603 } }])
    expect(second.count('eth_sendRawTransaction')).toBe(0)
  })
})
