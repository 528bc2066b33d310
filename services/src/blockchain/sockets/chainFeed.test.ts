import { describe, expect, test } from 'vitest'
import type { RpcCall, RpcReply } from '../../outbound/post.js'
import { NodeError, ReplyTooLong } from '../../outbound/post.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createChainFeed, type Listener } from './chainFeed.js'
import { readLogFilter } from './logFilter.js'

const token = `0x${'aa'.repeat(20)}`
const other = `0x${'bb'.repeat(20)}`

/** A chain whose blocks the test makes. `fork` distinguishes blocks of the same number. */
function createChain() {
  type Made = { readonly number: number; readonly hash: string; readonly parentHash: string }
  let blocks: Made[] = []
  const all = new Map<string, Made>()
  let isAway = false
  let isWithoutLogs = false
  let logsAtOnce = Number.POSITIVE_INFINITY
  const calls: RpcCall[] = []
  const hashOf = (number: number, fork: string) => `0x${fork}${number.toString(16).padStart(63, '0')}`
  const told = (block: Made | undefined) =>
    block === undefined
      ? null
      : { ...block, number: `0x${block.number.toString(16)}`, transactions: ['0x1'], size: '0x1' }

  function reply({ method, params }: RpcCall): RpcReply {
    const [first] = params as readonly [
      string & { readonly blockHash?: string; readonly address?: readonly string[] },
    ]
    if (method === 'eth_getBlockByNumber')
      return {
        result: told(
          first === 'latest' ? blocks.at(-1) : blocks.find(({ number }) => number === Number(first)),
        ),
      }
    if (isWithoutLogs) return { error: { code: -32000, message: 'unknown block' } }
    const { blockHash = '', address = [] } = first
    return {
      result: address.map((one) => ({ address: one, topics: [], blockHash, data: all.get(blockHash)?.hash })),
    }
  }

  return {
    calls,
    nodes: {
      chainId: 'eip155:1' as const,
      async ask(asked: readonly RpcCall[]) {
        calls.push(...asked)
        if (isAway) throw new NodeError('no node answered')
        if (asked.filter(({ method }) => method === 'eth_getLogs').length > logsAtOnce)
          throw new ReplyTooLong('too long')
        return asked.map(reply)
      },
    },
    /** Mines blocks up to a number, after `from` if the chain is reorganised. */
    mine(to: number, fork = 'a', from = (blocks.at(-1)?.number ?? -1) + 1) {
      blocks = blocks.filter(({ number }) => number < from)
      for (let number = from; number <= to; number++) {
        const made = { number, hash: hashOf(number, fork), parentHash: blocks.at(-1)?.hash ?? hashOf(0, '0') }
        blocks.push(made)
        all.set(made.hash, made)
      }
    },
    goAway: (value: boolean) => {
      isAway = value
    },
    limitLogs: (count: number) => {
      logsAtOnce = count
    },
    loseLogs: (value: boolean) => {
      isWithoutLogs = value
    },
  }
}

function setUp(start = 20) {
  const chain = createChain()
  chain.mine(start)
  const clock = createTestClock()
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const feed = createChainFeed({ nodes: chain.nodes, clock, log, interval: 2_000 })

  function listen(address?: string) {
    const heard: string[] = []
    const listener: Listener = {
      filter: address === undefined ? undefined : readLogFilter({ address }),
      onBlock: ({ number, hash }) => void heard.push(`${hash[2]}${number}`),
      onLogs: (logs, isRemoved) => {
        const own = logs.filter((one) => one.address === address)
        for (const one of own)
          heard.push(`${isRemoved ? '-' : '+'}${one.blockHash[2]}${Number(`0x${one.blockHash.slice(3)}`)}`)
      },
      onLost: () => void heard.push('lost'),
    }
    return { heard, listener }
  }

  return {
    ...chain,
    feed,
    listen,
    async look(times = 1) {
      for (let count = 0; count < times; count++) {
        clock.advance(2_000)
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      }
    },
  }
}

describe('new heads', () => {
  test('each block after the subscription is told once, in order, also those between two looks', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    await look()
    mine(21)
    await look(2)
    mine(90)
    await look()
    expect(heard).toEqual(Array.from({ length: 70 }, (_, index) => `a${21 + index}`))
  })

  test('all listeners share one look', async () => {
    const { feed, listen, look, calls } = setUp()
    for (let count = 0; count < 50; count++) await feed.add(listen().listener)
    calls.length = 0
    await look()
    expect(calls).toHaveLength(1)
  })

  test('nobody listens: nothing is asked', async () => {
    const { feed, listen, look, calls } = setUp()
    const { listener } = listen()
    await feed.add(listener)
    feed.remove(listener)
    calls.length = 0
    await look(5)
    expect(calls).toEqual([])
  })

  test('whoever keeps subscribing does not delay the looks', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(21)
    for (let count = 0; count < 10; count++) {
      const again = listen().listener
      await feed.add(again)
      feed.remove(again)
    }
    await look()
    expect(heard).toEqual(['a21'])
  })

  test('nodes that are away: it goes on from the last block, without repeating or skipping one', async () => {
    const { feed, listen, mine, goAway, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(22)
    await look()
    goAway(true)
    mine(25)
    await look(30)
    goAway(false)
    mine(27)
    await look()
    expect(heard).toEqual(['a21', 'a22', 'a23', 'a24', 'a25', 'a26', 'a27'])
  })

  test('whoever subscribes after the nodes were away hears nothing of what was mined before', async () => {
    const { feed, listen, mine, goAway, look } = setUp()
    const first = listen()
    await feed.add(first.listener)
    goAway(true)
    mine(25)
    await look()
    const refused = listen().listener
    await expect(feed.add(refused)).rejects.toThrow('no node answered')
    goAway(false)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(26)
    await look()
    expect(heard).toEqual(['a26'])
    expect(first.heard).toEqual(['a21', 'a22', 'a23', 'a24', 'a25', 'a26'])
  })

  test('a feed whose last listener could not be added asks nothing', async () => {
    const { feed, listen, goAway, look, calls } = setUp()
    const first = listen().listener
    await feed.add(first)
    goAway(true)
    await look()
    const second = feed.add(listen().listener)
    feed.remove(first)
    await expect(second).rejects.toThrow('no node answered')
    goAway(false)
    calls.length = 0
    await look(2)
    expect(calls).toEqual([])
  })

  test('a gap of more than 128 blocks is said, and not hidden', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(149)
    await look()
    expect(heard).toEqual(['lost'])
    // It begins anew, with the newest block.
    await look()
    mine(150)
    await look()
    expect(heard).toEqual(['lost', 'a150'])
  })

  test('a gap of 128 blocks is filled', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(148)
    await look()
    expect(heard).toHaveLength(128)
  })

  test('a node that is behind repeats nothing', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(24)
    await look()
    mine(22, 'a', 21)
    await look()
    mine(25, 'a', 21)
    await look()
    expect(heard).toEqual(['a21', 'a22', 'a23', 'a24', 'a25'])
  })

  test('a node that is far behind ends no subscription', async () => {
    const { feed, listen, mine, look } = setUp(300)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(50, 'a', 50)
    await look(9)
    mine(301)
    await look()
    expect(heard).toEqual(['a301'])
  })

  test('a node that stays far behind, and is the only one that answers, ends the subscriptions', async () => {
    const { feed, listen, mine, look } = setUp(300)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(50, 'a', 50)
    await look(9)
    expect(heard).toEqual([])
    await look()
    expect(heard).toEqual(['lost'])
  })

  test('a feed that nobody heard for a while begins anew', async () => {
    const { feed, listen, mine, look } = setUp()
    const first = listen()
    await feed.add(first.listener)
    feed.remove(first.listener)
    mine(1_000)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(1_001)
    await look()
    expect(heard).toEqual(['a1001'])
  })

  test('without a node nothing is subscribed to', async () => {
    const { feed, listen, goAway } = setUp()
    goAway(true)
    await expect(feed.add(listen().listener)).rejects.toThrow('no node answered')
  })
})

describe('a reorganisation', () => {
  test('logs of the blocks that are gone are told as removed, newest first, and then the new blocks', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    mine(23)
    await look()
    mine(24, 'c', 22)
    await look()
    expect(heard).toEqual([
      ...['a21', '+a21', 'a22', '+a22', 'a23', '+a23'],
      ...['-a23', '-a22', 'c22', '+c22', 'c23', '+c23', 'c24', '+c24'],
    ])
  })

  test('of blocks before the subscription: the new blocks are told', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(21, 'c', 15)
    await look()
    expect(heard).toEqual(['c15', 'c16', 'c17', 'c18', 'c19', 'c20', 'c21'])
  })

  test('to a shorter chain is told as well', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(25)
    await look()
    mine(23, 'c', 23)
    await look()
    expect(heard.slice(5)).toEqual(['c23'])
    mine(24, 'c')
    await look()
    expect(heard.slice(5)).toEqual(['c23', 'c24'])
  })

  test('of more blocks than are remembered is said', async () => {
    const { feed, listen, mine, look } = setUp(100)
    const { heard, listener } = listen()
    await feed.add(listener)
    mine(101, 'c', 60)
    await look()
    expect(heard).toEqual(['lost'])
  })

  test('a listener for other contracts hears nothing of the logs', async () => {
    const { feed, listen, mine, look } = setUp()
    const { heard, listener } = listen(other)
    await feed.add(listen(token).listener)
    await feed.add(listener)
    feed.remove(listener)
    mine(21)
    await look()
    expect(heard).toEqual([])
  })
})

describe('logs', () => {
  test('one query a block serves all listeners', async () => {
    const { feed, listen, mine, look, calls } = setUp()
    for (const address of [token, token, other, other]) await feed.add(listen(address).listener)
    calls.length = 0
    mine(22)
    await look()
    const queries = calls.filter(({ method }) => method === 'eth_getLogs')
    expect(queries.map(({ params }) => params)).toMatchObject([
      [{ address: [token, other] }],
      [{ address: [token, other] }],
    ])
  })

  test('that a node does not have yet are read with the next look, and the block is told then', async () => {
    const { feed, listen, mine, look, loseLogs } = setUp()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    loseLogs(true)
    mine(21)
    await look(3)
    expect(heard).toEqual([])
    loseLogs(false)
    await look()
    expect(heard).toEqual(['a21', '+a21'])
  })

  test('that a node did not have count no more once the nodes are away', async () => {
    const { feed, listen, mine, look, loseLogs, goAway } = setUp()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    loseLogs(true)
    mine(21)
    await look(2)
    goAway(true)
    await look(30)
    goAway(false)
    loseLogs(false)
    await look()
    expect(heard).toEqual(['a21', '+a21'])
  })

  test('of several blocks that are too long for one answer are read in parts', async () => {
    const { feed, listen, mine, look, limitLogs } = setUp()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    limitLogs(1)
    mine(23)
    await look()
    expect(heard).toEqual(['a21', '+a21', 'a22', '+a22', 'a23', '+a23'])
  })

  test('that no node gives are said to be lost', async () => {
    const { feed, listen, mine, look, loseLogs } = setUp()
    const { heard, listener } = listen(token)
    await feed.add(listener)
    loseLogs(true)
    mine(21)
    await look(10)
    expect(heard).toEqual(['lost'])
  })
})
