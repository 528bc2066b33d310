import { afterEach, describe, expect, test } from 'vitest'
import { NodeError, type RpcReply } from '../../outbound/post.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startUpstream } from '../../testing/startUpstream.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'
import type { Entry, Hex } from '../history/Entry.js'
import { topics } from '../history/readLog.js'
import type { Source } from '../history/Source.js'
import { createScanSource } from '../history/scanSource.js'
import type { Nodes } from '../nodes.js'
import { createStack } from './createStack.js'
import type { Supplier } from './Supplier.js'
import { toPage } from './toPage.js'
import { currentWorkTime } from './workTime.js'

const chainId = 'eip155:1'
const account: Hex = `0x${'a1'.repeat(20)}`
const other: Hex = `0x${'b2'.repeat(20)}`
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const now = Date.UTC(2026, 0, 1)
const day = 86_400_000
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
/** A transaction that is in each block, and that the chain does not find by its hash. */
const lost = hashOf(88_888)
/** The block after which no more are made. */
const head = 1_000
/** The account's transaction of this number; there are three in each block. */
const entryOf = (number: number): Entry => ({
  hash: hashOf(number),
  block: Math.floor(number / 3),
  index: number % 3,
  minedAt: now - (head - Math.floor(number / 3)) * 12_000,
  status: 'confirmed',
  from: account,
  to: other,
  nonce: number,
  selector: '0x',
  isOwn: true,
  feeUnits: '1',
  movements: [{ standard: 'native', units: '1', from: account, to: other }],
  approvals: [],
})
const history = (count: number) => Array.from({ length: count }, (_, index) => entryOf(count - 1 - index))
const coded = (code: string) => (method: string) => (method === 'eth_getCode' ? code : undefined)
const numbers = (entries: readonly Entry[]) => entries.map(({ hash }) => Number(hash))

describe('sources in order', () => {
  test('the first that answers is named, and answers and failures are counted', async () => {
    const { stack, lines } = setUp(['etherscan', 'alchemy'], { etherscan: { fails: 1 } })
    expect(await newest(stack)).toMatchObject({ source: 'alchemy' })
    expect(await newest(stack)).toMatchObject({ source: 'etherscan' })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'blockchain.source', source: 'etherscan', state: 'failed', count: 1, reason: 'HTTP 500' },
      { event: 'blockchain.source', source: 'alchemy', state: 'answered', count: 1 },
      { event: 'blockchain.source', source: 'etherscan', state: 'answered', count: 1 },
    ])
  })

  test('one that rests is not asked, and at last comes the chain itself', async () => {
    const { stack, asked } = setUp(['etherscan', 'alchemy'], {
      etherscan: { isResting: true },
      alchemy: { fails: Number.POSITIVE_INFINITY },
    })
    expect(await newest(stack)).toMatchObject({ source: 'chain' })
    expect(asked).toEqual(['alchemy', 'chain'])
  })

  test('pages from sources that take turns in failing contain each transaction once', async () => {
    const all = history(200)
    const { stack, suppliers, clock } = setUp(['etherscan', 'alchemy'], {
      etherscan: { entries: all },
      alchemy: { entries: all, isPartial: true },
    })
    const seen: number[] = []
    const sources: (string | undefined)[] = []
    let before: Entry | undefined
    for (let page = 0; page < 9; page++) {
      suppliers[0]?.fail(page % 2)
      clock.advance(20_000)
      const { value, source } = await stack.page(account, { before, limit: 25 })
      seen.push(...numbers(value.entries))
      sources.push(source)
      before = value.entries.at(-1)
      if (value.floor === undefined) break
    }
    expect(seen).toEqual(numbers(all))
    expect(new Set(sources)).toEqual(new Set(['etherscan', 'alchemy']))
  })
})

describe('what an indexer does not tell', () => {
  test('is filled in from the chain with one batch', async () => {
    const { stack, batches } = setUp(['alchemy'], { alchemy: { entries: history(3), isPartial: true } })
    const { value } = await newest(stack)
    expect(value.entries.map(({ nonce, index, feeUnits }) => [nonce, index, feeUnits])).toEqual([
      [2, 2, '42'],
      [1, 1, '42'],
      [0, 0, '42'],
    ])
    expect(value.lacks ?? []).toEqual([])
    expect(batches[0]).toHaveLength(6)
  })

  test('stays out if the chain does not answer, and the page says so', async () => {
    const { stack, breakNode } = setUp(['alchemy'], { alchemy: { entries: history(3), isPartial: true } })
    breakNode()
    const { value } = await newest(stack)
    expect([value.entries.length, value.lacks]).toEqual([3, ['fees']])
  })

  test('a batch that the chain refuses takes nothing from the others', async () => {
    const { stack, refuseAfter } = setUp(['alchemy'], {
      alchemy: { entries: history(40), isPartial: true },
    })
    refuseAfter(1)
    const { value } = await newest(stack)
    expect(value.entries.filter(({ feeUnits }) => feeUnits === '42')).toHaveLength(25)
    expect(value.entries.slice(0, 25).every(({ feeUnits }) => feeUnits === '42')).toBe(true)
    expect([value.entries.length, value.lacks]).toEqual([40, ['fees']])
  })

  test('costs at most a hundred calls for a page', async () => {
    const { stack, batches } = setUp(['alchemy'], { alchemy: { entries: history(300), isPartial: true } })
    const { value } = await newest(stack)
    expect(value.entries).toHaveLength(50)
    for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(100)
  })
})

describe('fees on a rollup, of which an indexer tells only the part for gas', () => {
  const setUpRollup = (isTold: (number: number) => boolean) =>
    setUp(['etherscan'], { etherscan: { entries: history(3) } }, undefined, (method, params) => {
      if (method !== 'eth_getTransactionReceipt') return undefined
      const number = Number((params as readonly string[])[0])
      return isTold(number) ? { ...receiptOf(number), l1Fee: '0x64' } : { error: 'none' }
    })

  test('are read from the receipts', async () => {
    const { value } = await newest(setUpRollup(() => true).stack)
    expect(value.entries.map(({ feeUnits }) => feeUnits)).toEqual(['142', '142', '142'])
    expect(value.lacks ?? []).toEqual([])
  })

  test('stay out where there is no receipt, and the page says so', async () => {
    const { value } = await newest(setUpRollup((number) => number === 2).stack)
    expect(value.entries.map(({ feeUnits }) => feeUnits)).toEqual(['142', undefined, undefined])
    expect(value.lacks).toEqual(['fees'])
  })

  test('elsewhere one receipt shows that the fees are whole', async () => {
    const { stack, batches } = setUp(['etherscan'], { etherscan: { entries: history(3) } })
    const { value } = await newest(stack)
    expect(value.entries.map(({ feeUnits }) => feeUnits)).toEqual(['1', '1', '1'])
    expect(batches.flat().filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(1)
  })
})

describe('a whole history', () => {
  const received = { ...entryOf(2), from: other, isOwn: false, feeUnits: undefined }
  const entry: Entry = {
    ...received,
    movements: [{ standard: 'native', units: '9', from: other, to: account }],
  }
  const show = (units: string) =>
    setUp(['etherscan'], { etherscan: { entries: [entry] } }, 0, (method) =>
      method === 'eth_getBalance' ? units : undefined,
    )

  test.each([
    ['that explains the balance lacks nothing', '0x9', undefined],
    ['of an account that holds more lacks payouts, as of validators', '0xa', ['payouts']],
  ])('%s', async (_name, units, lacks) => {
    const { value } = await newest(show(units).stack)
    expect([value.entries.length, value.lacks]).toEqual([1, lacks])
  })

  test('is shown although the chain does not tell the balance', async () => {
    const { stack, breakNode } = show('0xa')
    breakNode()
    const { value } = await newest(stack)
    expect([value.entries.length, value.lacks]).toEqual([1, undefined])
  })
})

describe('transfers from an account in transactions of others', () => {
  const entryPoint: Hex = '0x0000000071727de22e5e9d8baf0edac6f37da032'
  const topicOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`
  const entry = { ...entryOf(2), from: other, to: entryPoint, isOwn: false, feeUnits: undefined }
  const show = (code: string, emitter: Hex) =>
    setUp(['etherscan'], { etherscan: { entries: [entry] } }, 0, (method) => {
      if (method === 'eth_getCode') return code
      const place = { blockNumber: '0x0', blockHash: hashOf(0), transactionHash: hashOf(2), logIndex: '0x0' }
      const operation = [topics.userOperation, hashOf(7), topicOf(account), topicOf(other)]
      const approval = [topics.approval, topicOf(account), topicOf(other)]
      const logs = [
        { ...place, address: emitter, topics: operation, data: '0x' },
        { ...place, address: other, topics: approval, data: hashOf(9) },
      ]
      return method === 'eth_getTransactionReceipt' ? { ...receiptOf(2), logs } : undefined
    })

  test.each([
    ['are its own if the entry point says so', '0x6001', entryPoint, true],
    ['are a stranger’s if another contract says so', '0x6001', other, false],
    ['are a stranger’s if it has no code', '0x', entryPoint, false],
  ])('%s', async (_name, code, emitter, isOwn) => {
    const { stack, batches } = show(code, emitter)
    const [found] = (await newest(stack)).value.entries
    const approvals = [{ token: other, spender: other, isRevoked: false }]
    expect([found?.isOwn, found?.approvals]).toEqual([isOwn, isOwn ? approvals : []])
    expect(batches.flat().includes('eth_getTransactionReceipt')).toBe(code !== '0x')
  })
})

describe('sources that disagree', () => {
  test('one that is a hundred blocks behind is passed over while another is not', async () => {
    const all = history(900)
    const { stack } = setUp(['etherscan', 'alchemy'], {
      etherscan: { entries: all.slice(300) },
      alchemy: { entries: all },
    })
    const { value, source } = await newest(stack)
    expect([source, value.entries[0]?.nonce]).toEqual(['alchemy', 899])
  })

  test('of two that are behind, the less late answers, and the chain is not read', async () => {
    const all = history(900)
    const behaviours = {
      etherscan: { entries: all.slice(300) },
      alchemy: { entries: all.slice(3) },
      goldrush: { entries: all.slice(30) },
    }
    const { stack, asked } = setUp(['etherscan', 'alchemy', 'goldrush'], behaviours, 900)
    expect(await newest(stack)).toMatchObject({ source: 'alchemy' })
    expect(asked).not.toContain('chain')
  })

  test('one that has read nothing yet is not believed: the next one is asked, and at last the chain', async () => {
    const behaviours = { etherscan: { entries: [] }, alchemy: { entries: history(5) } }
    expect(await newest(setUp(['etherscan', 'alchemy'], behaviours).stack)).toMatchObject({
      source: 'alchemy',
    })
    const { stack, asked } = setUp(['etherscan'], behaviours, 5)
    expect(await newest(stack)).toMatchObject({ source: 'chain' })
    await newest(stack)
    // What the chain refuted is remembered for as long as a page.
    expect(asked).toEqual(['etherscan', 'chain', 'chain'])
  })

  test('nor is one whose later pages are empty although the account has sent more', async () => {
    const { stack } = setUp(['etherscan'], { etherscan: { entries: [] } }, 5)
    expect(await stack.page(account, { before: entryOf(600), limit: 50 })).toMatchObject({ source: 'chain' })
  })

  test('an account without transactions is empty by the word of the indexer and of the chain', async () => {
    const { stack } = setUp(['etherscan'], { etherscan: { entries: [] } })
    const { value, source } = await newest(stack)
    expect([source, value.entries, value.floor, value.reading]).toEqual([
      'etherscan',
      [],
      undefined,
      undefined,
    ])
  })

  test('nobody says "empty" while the chain does not answer', async () => {
    const { stack, breakNode } = setUp(['etherscan'], { etherscan: { entries: [] } })
    breakNode()
    const { value } = await newest(stack)
    expect([value.entries, value.reading]).toEqual([[], { share: 0 }])
    expect(value.floor).toBeDefined()
  })

  test.each([
    ['a minute', 2_999, 60_000],
    ['two days', 2_999, 2 * day],
    ['two days, of a block that this chain does not have yet', 3 * 5_000_000, 2 * day],
    ['a second, of a block that this chain will not have soon', 3 * 5_000_000, 1_000],
  ])('one that tells of another chain, lately %s ago, is passed over', async (_name, number, age) => {
    const foreign = { ...entryOf(number), hash: hashOf(77_777), minedAt: now - age }
    const { stack, lines } = setUp(['etherscan', 'alchemy'], {
      etherscan: { entries: [foreign] },
      alchemy: { entries: history(3) },
    })
    expect(await newest(stack)).toMatchObject({ source: 'alchemy' })
    expect(lines.join()).toContain('tells of a transaction that the chain does not know')
  })

  test.each([
    ['a transaction that the chain finds only in its block', entryOf(2_999), lost],
    ['one of a block that the node does not have yet', entryOf(3_003), hashOf(77_777)],
  ])('%s is believed', async (_name, entry, hash) => {
    const { stack } = setUp(['etherscan', 'alchemy'], { etherscan: { entries: [{ ...entry, hash }] } })
    expect(await newest(stack)).toMatchObject({ source: 'etherscan' })
  })

  describe('of an account that only receives', () => {
    const topicOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`
    /** Received in this block, and nothing sent. */
    const gift = (block: number): Entry => ({
      ...entryOf(block * 3),
      from: other,
      isOwn: false,
      movements: [{ standard: 'ERC20', token: other, units: '5', from: other, to: account }],
    })
    const logOf = (block: number, units: number, more: object = {}) => ({
      address: other,
      topics: [topics.transfer, topicOf(other), topicOf(account)],
      data: hashOf(units),
      blockNumber: `0x${block.toString(16)}`,
      blockHash: hashOf(block),
      transactionHash: hashOf(block * 3),
      logIndex: '0x0',
      ...more,
    })
    const show = (told: number, logs: readonly unknown[] | 'refused') => {
      const queries: { readonly fromBlock: string; readonly toBlock: string }[] = []
      const behaviours = {
        etherscan: { entries: [gift(told)] },
        alchemy: { entries: [gift(990), gift(told)] },
      }
      const found = setUp(['etherscan', 'alchemy'], behaviours, 0, (method, params) => {
        if (method === 'eth_getBalance') return '0x0'
        if (method !== 'eth_getLogs') return undefined
        queries.push((params as [(typeof queries)[number]])[0])
        return logs === 'refused'
          ? 'none'
          : logs.filter(
              (log) =>
                Number((log as { blockNumber: string }).blockNumber) >= Number(queries.at(-1)?.fromBlock),
            )
      })
      return { ...found, queries }
    }

    test('one that does not know a transfer of the newest blocks is behind', async () => {
      const { stack, queries, batches } = show(500, [logOf(990, 5)])
      expect(await newest(stack)).toMatchObject({ source: 'alchemy' })
      // The first one is asked from 300 blocks below the head on, the second one from its newest entry on.
      expect(queries.map(({ fromBlock, toBlock }) => [Number(fromBlock), Number(toBlock)])).toEqual([
        ...Array(3).fill([701, 1_000]),
        ...Array(3).fill([991, 1_000]),
      ])
      expect(batches.filter((batch) => batch.includes('eth_getLogs'))).toHaveLength(2)
    })

    test('one that is behind answers where no other knows more', async () => {
      const { stack, asked } = show(500, [logOf(990, 5), logOf(995, 5)])
      expect(await newest(stack)).toMatchObject({ source: 'alchemy' })
      expect(asked).toEqual(['etherscan', 'alchemy'])
    })

    test.each([
      ['no log', []],
      ['a transfer of zero', [logOf(990, 0)]],
      [
        'a log of another account',
        [logOf(990, 5, { topics: [topics.transfer, topicOf(other), topicOf(other)] })],
      ],
      ['a log that a reorganisation removed', [logOf(990, 5, { removed: true })]],
      ['a node that refuses to tell the logs', 'refused' as const],
    ])('%s refutes nothing', async (_name, logs) => {
      expect(await newest(show(500, logs).stack)).toMatchObject({ source: 'etherscan' })
    })

    test('what moved in a block that it has read, or below, says nothing', async () => {
      const { stack, queries } = show(999, [logOf(999, 5), logOf(990, 5)])
      expect(await newest(stack)).toMatchObject({ source: 'etherscan' })
      expect(queries.map(({ fromBlock }) => Number(fromBlock))).toEqual([1_000, 1_000, 1_000])
    })
  })

  test('one is not behind because others raised the count of an account that delegated', async () => {
    const { stack } = setUp(['etherscan'], { etherscan: { entries: history(3) } }, 23, coded('0xef0100'))
    expect(await newest(stack)).toMatchObject({ source: 'etherscan' })
  })

  test('a chain that does not answer refutes nothing', async () => {
    const { stack, breakNode } = setUp(['etherscan'], { etherscan: { entries: history(3) } })
    breakNode()
    expect(await newest(stack)).toMatchObject({ source: 'etherscan' })
  })

  test('an indexer that repeats itself does not make a page without an end', async () => {
    const { stack } = setUp(['etherscan'], { etherscan: { entries: history(9), repeats: true } })
    const { value } = await stack.page(account, { before: entryOf(4), limit: 50 }).catch(() => newest(stack))
    expect(new Set(numbers(value.entries)).size).toBe(value.entries.length)
  })
})

describe.each([
  [2, 5, 5, 9_000],
  [5, 5, 5, 9_000],
  [10, 5, 5, 19_000],
  // The free plan of Etherscan.
  [10, 3, 3, 19_000],
  [30, 3, 3, 66_000],
  // The indexer allows less than the setting says.
  [5, 4, 5, 31_000],
])('%i visitors at once, at %i calls a second of %i', (count, allowed, perSecond, longest) => {
  test('all get their history in time, none an error, and the chain is not read', {
    timeout: 120_000,
  }, async () => {
    let second: number[] = []
    let refused = 0
    const clock = createTestClock()
    const upstream = await startUpstream((path) => {
      second = second.filter((at) => clock.steadyNow() - at < 1_000)
      second.push(clock.steadyNow())
      if (second.length > allowed) refused++
      return second.length > allowed
        ? { status: 429, headers: { 'retry-after': '1' } }
        : { body: JSON.stringify({ status: '1', message: 'OK', result: [scanRow(refused, path)] }) }
    })
    cleanups.push(upstream.stop)
    const entry = { chainId, kind: 'etherscan', perSecond, url: `${upstream.url}/api` } as const
    const lines: string[] = []
    const context = createContext({
      clock,
      settings: { sources: [`${chainId}=etherscan@${perSecond}:${entry.url}`] },
      log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    })
    const closing = new AbortController().signal
    const suppliers = [createScanSource(context, entry, closing)]
    const stack = createStack(context, { nodes: brokenNodes, suppliers, chain: brokenChain }, closing)
    const startedAt = clock.steadyNow()
    const until = (time: number) =>
      new Promise<void>((resolve) => void clock.setTimeout(resolve, startedAt + time - clock.steadyNow()))
    const visit = async (index: number) => {
      const visitor: Hex = `0x${index.toString(16).padStart(40, '0')}`
      // When a page with an open Account view asks again.
      for (const time of [0, 8_000, 18_000, 30_000, 46_000, 65_000]) {
        await until(time)
        const askedAt = clock.steadyNow()
        const caller = { client: `visitor ${index}`, project: undefined }
        const { value, source } = await context.callers.run(caller, () =>
          stack.page(visitor, { before: undefined, limit: 50 }),
        )
        expect(source).toBe(value.reading === undefined ? 'etherscan' : undefined)
        // A client gives up after eight seconds.
        expect(clock.steadyNow() - askedAt).toBeLessThan(8_000)
        if (value.reading === undefined) return clock.steadyNow() - startedAt
      }
      return Number.POSITIVE_INFINITY
    }
    const visits = Promise.all(Array.from({ length: count }, (_, index) => visit(index)))
    const times = await whileTimePasses(clock, visits)
    expect(Math.max(...times)).toBeLessThan(longest)
    // A call that arrives late may be refused; the queue then sends it again.
    expect(refused).toBeLessThan(5 * count)
    expect(lines.filter((line) => /"failed"|"chain","method"/.test(line))).toEqual([])
    // Nobody asks for a list twice: a page that came late is kept for its visitor.
    expect(upstream.asked.length - refused).toBe(5 * count)
  })
})

test('a chain that the plan lacks is not asked for again, and leaves the other chains of the key alone', async () => {
  const upstream = await startUpstream((path) => ({
    body: JSON.stringify(
      path.includes('chainid=8453')
        ? {
            status: '0',
            message: 'NOTOK',
            result: 'Free API access is not supported for this chain. Please upgrade your api plan',
          }
        : { status: '1', message: 'OK', result: [scanRow(1, path)] },
    ),
  }))
  cleanups.push(upstream.stop)
  const clock = createTestClock()
  const lines: string[] = []
  const urlOf = (id: number) => `${upstream.url}/api?chainid=${id}&apikey=k3y`
  const context = createContext({
    clock,
    settings: { sources: [1, 8453].map((id) => `eip155:${id}=etherscan@1000:${urlOf(id)}`) },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
  })
  const closing = new AbortController().signal
  const [ethereum, base] = ([1, 8453] as const).map((id) => {
    const entry = { chainId: `eip155:${id}`, kind: 'etherscan', perSecond: 1_000, url: urlOf(id) } as const
    const nodes: Nodes = { ...brokenNodes, chainId: entry.chainId }
    const chain: Source = { ...brokenChain, page: async () => ({ entries: [], facts: new Map() }) }
    return createStack(
      context,
      { nodes, suppliers: [createScanSource(context, entry, closing)], chain },
      closing,
    )
  })
  const ask = async (stack: typeof base) => {
    if (stack === undefined) throw new Error('no stack')
    const found = await whileTimePasses(clock, newest(stack))
    clock.advance(20_000)
    return found.source
  }
  for (let visit = 0; visit < 6; visit++) expect(await ask(base)).toBe('chain')
  expect(upstream.asked).toHaveLength(1)
  expect(context.health.troubles()).toEqual([])
  expect(await ask(ethereum)).toBe('etherscan')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { chain: 'eip155:8453', state: 'missing', reason: 'the plan does not include this chain' },
  ])
})

describe.each([
  ['works', 3_000, 0, 'chain'],
  ['waits for its turn', 0, 3_000, 'etherscan'],
])('an indexer that %s for 15 s', (_name, work, wait, expected) => {
  test(`is followed by ${expected}, and until then nobody is named`, async () => {
    const clock = createTestClock()
    const lines: string[] = []
    const sleep = (time: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, time))
    const slow: Supplier = {
      name: 'etherscan',
      health: () => ({ state: 'ok' }),
      async page() {
        for (let call = 0; call < 5; call++) {
          await sleep(wait)
          const stop = currentWorkTime().start()
          await sleep(work)
          stop()
        }
        return { entries: [], facts: new Map() }
      },
    }
    const context = createContext({
      clock,
      log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    })
    const chain: Source = { ...brokenChain, page: async () => ({ entries: [], facts: new Map() }) }
    const sources = { nodes: brokenNodes, suppliers: [slow], chain }
    const stack = createStack(context, sources, new AbortController().signal)
    const answered: (string | undefined)[] = []
    while (answered.at(-1) === undefined && answered.length < 9)
      answered.push((await whileTimePasses(clock, newest(stack))).source)
    expect([answered.length > 2, answered.at(-1)]).toEqual([true, expected])
    expect(lines.join().includes('no answer in time')).toBe(work > 0)
  })
})

test('collectibles that an indexer is still busy with are being read', async () => {
  const clock = createTestClock()
  const slow: Supplier = {
    name: 'etherscan',
    health: () => ({ state: 'ok' }),
    async collectibles() {
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 7_000))
      return { items: [{ token: other, tokenId: '1', standard: 'ERC721' }], isCut: false }
    },
  }
  const closing = new AbortController().signal
  const sources = { nodes: brokenNodes, suppliers: [slow], chain: brokenChain }
  const stack = createStack(createContext({ clock }), sources, closing)
  const ask = () => whileTimePasses(clock, stack.collectibles(account))
  expect(await ask()).toEqual({ value: [], reading: { share: 0 } })
  expect(await ask()).toMatchObject({ value: [{ tokenId: '1' }], source: 'etherscan' })
})

const brokenNodes: Nodes = { chainId, ask: () => Promise.reject(new NodeError('broken')) }
const brokenChain: Source = {
  name: 'chain',
  page: () => Promise.reject(new NodeError('broken')),
  pending: () => Promise.reject(new NodeError('broken')),
  collectibles: () => Promise.reject(new NodeError('broken')),
  close: async () => {},
}
const scanRow = (number: number, path: string) => ({
  blockNumber: '7',
  timeStamp: '1700000000',
  hash: hashOf(number),
  transactionIndex: '1',
  nonce: '3',
  from: other,
  to: new URL(path, 'http://scan.example').searchParams.get('address'),
  value: '1',
  contractAddress: other,
  tokenID: '7',
})

const newest = (stack: ReturnType<typeof createStack>) =>
  stack.page(account, { before: undefined, limit: 50 })

type Behaviour = {
  readonly entries?: readonly Entry[]
  /** How many calls fail. */
  readonly fails?: number
  readonly isResting?: boolean
  /** Tells neither index, nonce nor fee. */
  readonly isPartial?: boolean
  /** Ignores where a page begins, and always promises more. */
  readonly repeats?: boolean
}

function setUp(
  names: readonly string[],
  behaviours: { readonly [name: string]: Behaviour } = {},
  sent?: number,
  /** What the chain answers instead of the usual. */
  instead: (method: string, params: unknown) => unknown = () => undefined,
) {
  const clock = createTestClock(now)
  const lines: string[] = []
  const asked: string[] = []
  const batches: (readonly string[])[] = []
  let isBroken = false
  let refused = -1
  const suppliers = names.map((name) => supplierOf(name, behaviours[name] ?? {}, asked))
  const longest = Math.max(0, ...suppliers.map(({ sent: known }) => known))
  const nodes: Nodes = {
    chainId,
    async ask(calls) {
      if (isBroken || batches.length === refused) throw new NodeError('broken')
      batches.push(calls.map(({ method }) => method))
      return calls.map(
        ({ method, params }): RpcReply => ({
          result: instead(method, params) ?? answerOf(method, params, sent ?? longest),
        }),
      )
    },
  }
  const chain: Source = {
    ...brokenChain,
    async page() {
      asked.push('chain')
      return { entries: [], facts: new Map() }
    },
  }
  const context = createContext({
    clock,
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
  })
  const closing = new AbortController().signal
  return {
    clock,
    lines,
    asked,
    batches,
    suppliers,
    stack: createStack(context, { nodes, suppliers, chain }, closing),
    breakNode() {
      isBroken = true
    },
    /** The chain refuses the batch after so many more. */
    refuseAfter(count: number) {
      refused = batches.length + count
    },
  }
}

function answerOf(method: string, params: unknown, sent: number): unknown {
  const hex = (value: number) => `0x${value.toString(16)}`
  const number = Number(Array.isArray(params) ? params[0] : 0)
  const { block, index, nonce, from, to } = entryOf(number)
  switch (method) {
    case 'eth_getCode':
      return '0x'
    case 'eth_getBlockByNumber':
      return headerOf(Array.isArray(params) && params[0] === 'latest' ? head : number)
    case 'eth_getTransactionCount':
      return hex(sent)
    case 'eth_getBalance':
      // The histories here do not tell where the coin came from that was sent.
      return sent === 0 ? '0x0' : undefined
    case 'eth_getTransactionByHash':
      return number >= 3 * head
        ? null
        : {
            hash: hashOf(number),
            blockNumber: hex(block),
            transactionIndex: hex(index),
            nonce: hex(nonce),
            from,
            to,
            value: '0x1',
            input: '0x',
          }
    default:
      return receiptOf(number)
  }
}

function receiptOf(number: number) {
  return {
    transactionHash: hashOf(number),
    blockHash: hashOf(entryOf(number).block),
    status: '0x1',
    gasUsed: '0x15',
    effectiveGasPrice: '0x2',
  }
}

function headerOf(number: number) {
  if (number > head) return null
  const timestamp = `0x${((now - (head - number) * 12_000) / 1_000).toString(16)}`
  return {
    number: `0x${number.toString(16)}`,
    hash: hashOf(number),
    parentHash: hashOf(number),
    timestamp,
    transactions: [lost],
  }
}

function supplierOf(name: string, behaviour: Behaviour, asked: string[]) {
  const { entries = history(3), fails = 0, isResting = false, isPartial = false, repeats = false } = behaviour
  let failures = fails
  const told = entries.map((entry) => {
    const { feeUnits: _fee, ...rest } = entry
    return isPartial ? { ...rest, index: 0, nonce: 0 } : entry
  })
  const supplier: Supplier = {
    name,
    health: () => ({ state: isResting ? 'resting' : 'ok' }),
    async page(_account, query) {
      asked.push(name)
      if (failures-- > 0) throw new NodeError('HTTP 500')
      const partial = new Set(isPartial ? told.map(({ hash }) => hash) : [])
      const page = toPage({ entries: told, partial }, repeats ? { before: undefined, limit: 5 } : query)
      return { ...page, facts: new Map() }
    },
  }
  return {
    ...supplier,
    sent: (entries[0]?.nonce ?? -1) + 1,
    fail(count: number) {
      failures = count
    },
  }
}
