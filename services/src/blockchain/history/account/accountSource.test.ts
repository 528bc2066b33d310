import { afterEach, describe, expect, test } from 'vitest'
import { HttpError } from '../../../shared/HttpError.js'
import { type AccountSetUp, askAccount, setUpAccount, told } from '../../../testing/setUpAccount.js'
import { account, type Deed, truthOf } from '../../../testing/syntheticChain.js'
import { whileTimePasses } from '../../../testing/whileTimePasses.js'
import { metered } from '../../budget/meter.js'

const chainId = 'eip155:1'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const setUp = (...args: Parameters<AccountSetUp>) => setUpAccount(cleanups, ...args)
const ask = askAccount

const newest = (deeds: readonly Deed[], count: number) => [...deeds].reverse().slice(0, count).map(truthOf)

/** Answers about the account that the service asked for more than once, however it named the part. */
function repeated(calls: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return calls.filter((call) => {
    if (/"latest"|"finalized"|eth_call|eth_blockNumber|eth_chainId/.test(call)) return false
    return seen.size === seen.add(call).size
  })
}

describe('an account with 10,000 transactions in ten million blocks', { timeout: 60_000 }, () => {
  test('its first 50 take fewer than 500 calls', async () => {
    const { node, source } = await setUp()
    const page = await ask(source)
    expect(page.entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(page.lacks).toBeUndefined()
    expect(node.total()).toBeLessThan(500)
    expect(repeated(node.calls)).toEqual([])
  })

  test.each([5_000, 50])(
    'a block %i below the head that a stranger flooded with logs is passed over, and said to be lacking',
    async (depth) => {
      const floodedBlock = 10_000_000 - depth
      const { node, source } = await setUp({ floodedBlock })
      const isThere = node.deeds.some(({ block }) => block === floodedBlock)
      expect(isThere).toBe(false)
      const page = await ask(source)
      expect(page.entries.map(told)).toEqual(newest(node.deeds, 50))
      expect(page.lacks).toEqual(['coin'])
    },
  )

  test('with nothing but coin, its first 50 take one search for each, and no receipt of a plain transfer', async () => {
    const { node, source } = await setUp({ kinds: ['coinIn', 'coinOut'] })
    const { entries } = await ask(source)
    expect(entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(entries.filter(({ isOwn }) => isOwn).map(({ feeUnits }) => feeUnits)).toContain('21000000000000')
    expect(node.counts.get('eth_getTransactionReceipt')).toBeUndefined()
    expect(node.total()).toBeLessThan(660)
    expect(repeated(node.calls)).toEqual([])
  })

  test('a transfer that may use more gas is told by its receipt', async () => {
    const { node, source } = await setUp({
      ...{ blocks: 200_000, transactions: 200 },
      kinds: ['coinIn', 'coinOut'],
    })
    node.change('eth_getBlockByNumber', (result) =>
      JSON.parse(JSON.stringify(result).replaceAll('"gas":"0x5208"', '"gas":"0x5209"')),
    )
    const { entries } = await ask(source)
    expect(entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(node.counts.get('eth_getTransactionReceipt')).toBeGreaterThan(10)
  })

  test.each([
    ['mixed', {}],
    ['nothing but coin', { kinds: ['coinIn', 'coinOut'] as const }],
  ])('its newest entries are shown after few calls, before the rest of the page: %s', async (_, kinds) => {
    const { node, source } = await setUp(kinds)
    const { entries, reading } = await source.page(account, {
      before: undefined,
      limit: 50,
      budget: { left: 75 },
    })
    expect(entries.map(told)).toEqual(newest(node.deeds, entries.length))
    expect([entries.length > 0, reading]).toEqual([true, expect.anything()])
  })

  test('a page of few entries reads no more than those', async () => {
    const { node, source } = await setUp({ kinds: ['coinIn', 'coinOut'] })
    const { entries } = await source.page(account, { before: undefined, limit: 3 })
    expect(entries.map(told)).toEqual(newest(node.deeds, 3))
    const full = node.calls.filter((call) => /"eth_getBlockByNumber",\["0x[0-9a-f]+",true/.test(call))
    expect(full).toHaveLength(3)
  })

  test('a node that counts two billion transactions in one block is not believed', async () => {
    const { node, source } = await setUp()
    const last = node.deeds.at(-1)?.after.nonce ?? 0
    node.change('eth_getTransactionCount', (result) => (Number(result) === last ? '0x7fffffff' : '0x0'))
    const page = await source.page(account, { before: undefined, limit: 50 }).catch(() => undefined)
    expect(page?.entries.length ?? 0).toBeLessThan(50)
    expect(node.total()).toBeLessThan(500)
  })

  test('coin that a contract paid is marked as concluded, and nothing else is', async () => {
    const { node, source } = await setUp()
    const { entries } = await ask(source)
    const concluded = entries.filter(({ movements }) => movements.some(({ isConcluded }) => isConcluded))
    const paid = newest(node.deeds, 50).filter(
      (_, index) => [...node.deeds].reverse()[index]?.kind === 'payout',
    )
    expect(concluded.map(({ hash }) => hash)).toEqual(paid.map(({ hash }) => hash))
    expect(paid.length).toBeGreaterThan(0)
  })

  test('a node that neither traces nor simulates: no payment of a contract is shown, and payouts are lacking', async () => {
    const { source } = await setUp({ simulates: false })
    const { entries, lacks } = await ask(source)
    expect(entries.flatMap(({ movements }) => movements).some(({ isConcluded }) => isConcluded)).toBe(false)
    expect(lacks).toEqual(['payouts'])
  })

  test('an index of traces shows the same for fewer calls, and concludes nothing', async () => {
    const { node, source } = await setUp({ hasTraces: true })
    const { entries } = await ask(source)
    expect(entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(entries.flatMap(({ movements }) => movements).some(({ isConcluded }) => isConcluded)).toBe(false)
    expect(node.total()).toBeLessThan(250)
  })

  test('a pruned node: what logs tell, and that coin and payouts are lacking', async () => {
    const { node, source } = await setUp({ isPruned: true })
    const { entries, lacks } = await ask(source)
    const logged = node.deeds.filter(({ kind }) => ['tokenIn', 'tokenOut', 'approve'].includes(kind))
    expect(entries.map(told)).toEqual(newest(logged, 50))
    expect(lacks).toEqual(['coin', 'payouts'])
  })

  test('a pruned node still knows the coin of the newest blocks', async () => {
    const busy = { isPruned: true, blocks: 1_000, transactions: 300, kinds: ['coinIn' as const] }
    const { node, source, clock } = await setUp(busy)
    await source.page(account, { before: undefined, limit: 5 })
    clock.advance(60_000)
    const { entries, lacks } = await source.page(account, { before: undefined, limit: 5 })
    expect(entries.map(told)).toEqual(newest(node.deeds, 5))
    expect(lacks).toBeUndefined()
  })

  test('the second page continues where the first one ended', async () => {
    const { node, source } = await setUp()
    const { entries } = await ask(source)
    const next = await ask(source, entries.at(-1))
    expect([...entries, ...next.entries].map(told)).toEqual(newest(node.deeds, 100))
  })
})

describe('limits of log queries', { timeout: 60_000 }, () => {
  const all = { blocks: 1_000_000, transactions: 60 }

  test.each([
    ['a named limit', { logRange: 10_000 }],
    [
      'an unnamed limit',
      { logRange: 2_000, refusal: () => ({ code: -32000, message: 'block range exceeded' }) },
    ],
    [
      'the code of a node at its limit',
      {
        logRange: 50_000,
        refusal: () => ({ code: -32005, message: 'query returned more than 10000 results' }),
      },
    ],
    ['no limit', { logRange: 10_000_000 }],
    ['few results', { logRange: 10_000_000, logResults: 7 }],
  ])('%s: the whole history, and no part is read twice', async (_, limits) => {
    const { node, source } = await setUp({ ...all, ...limits })
    const first = await ask(source)
    const second = await ask(source, first.entries.at(-1))
    expect([...first.entries, ...second.entries].map(told)).toEqual(newest(node.deeds, 60))
    expect(second.floor).toBeUndefined()
    expect(repeated(node.calls)).toEqual([])
  })

  test('a query that fails for one account, without a word of its length, shortens nobody else’s', async () => {
    const refusal = () => ({ code: -32603, message: 'internal error' })
    const { node, source } = await setUp({ ...all, logRange: 50_000, refusal })
    expect((await ask(source)).entries.map(told)).toEqual(newest(node.deeds, 50))
    node.become({ logRange: 10_000_000 })
    node.reset()
    await source.page(`0x${'e'.repeat(40)}`, { before: undefined, limit: 1 })
    const spans = node.calls
      .filter((call) => call.startsWith('["eth_getLogs"'))
      .map((call) => JSON.parse(call)[1][0])
      .map(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock) + 1)
    expect(Math.max(...spans)).toBeGreaterThan(500_000)
  })

  test('the length that a node accepts is remembered for the next account', async () => {
    const { node, source } = await setUp({ ...all, logRange: 10_000 })
    await source.page(account, { before: undefined, limit: 1 })
    node.reset()
    await source.page(`0x${'e'.repeat(40)}`, { before: undefined, limit: 1 })
    const spans = node.calls
      .filter((call) => call.startsWith('["eth_getLogs"'))
      .map((call) => JSON.parse(call)[1][0])
      .map(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock) + 1)
    expect(Math.max(...spans)).toBeLessThanOrEqual(10_000)
  })
})

describe('a node that has deleted old blocks', { timeout: 60_000 }, () => {
  const all = { blocks: 1_000_000, transactions: 60, logRange: 10_000_000, logsFrom: 400_000 }
  const other = `0x${'e'.repeat(40)}` as const
  const spansOf = (calls: readonly string[]) =>
    calls
      .filter((call) => call.startsWith('["eth_getLogs"'))
      .map((call) => JSON.parse(call)[1][0])
      .map(({ fromBlock, toBlock }) => Number(toBlock) - Number(fromBlock) + 1)

  test('ends the history there, which says so, and costs other accounts few calls', async () => {
    const { node, source } = await setUp(all)
    const young = node.deeds.filter(({ block }) => block >= 400_000)
    const page = await ask(source)
    expect(page.entries.map(told)).toEqual(newest(young, 60))
    expect([page.lacks, page.floor]).toEqual([['older'], undefined])
    const logs = node.counts.get('eth_getLogs') ?? 0
    expect(logs).toBeLessThan(90)
    node.reset()
    await source.page(other, { before: undefined, limit: 50 })
    expect(Math.max(...spansOf(node.calls))).toBeGreaterThan(5_000)
    expect(node.counts.get('eth_getLogs')).toBeLessThan(20)
  })

  test('is asked again after an hour: another one may have the rest', async () => {
    const { node, source, clock } = await setUp(all)
    await ask(source)
    node.become({ logsFrom: 0 })
    clock.advance(3_600_001)
    const page = await ask(source)
    const rest = await ask(source, page.entries.at(-1))
    expect([...page.entries, ...rest.entries].map(told)).toEqual(newest(node.deeds, 60))
    expect(rest.lacks).toBeUndefined()
  })

  test('but does not say so stops this account, and makes nobody else’s queries shorter', async () => {
    const { node, source } = await setUp({ ...all, deleted: { code: -32000, message: 'no' } })
    expect((await ask(source)).lacks).toEqual(['older'])
    node.reset()
    await source.page(other, { before: undefined, limit: 50 })
    expect(Math.max(...spansOf(node.calls))).toBeGreaterThan(5_000)
  })
})

describe('parts of different blocks', () => {
  test.each([
    ['a log', 'eth_getLogs'],
    ['a transaction', 'eth_getTransactionByHash'],
    ['a receipt', 'eth_getTransactionReceipt'],
  ])('error: %s of another block than the rest; nothing is stored', async (_, method) => {
    const { node, source, store } = await setUp({
      blocks: 2_000,
      transactions: 2_000 - 1,
      kinds: ['tokenOut'],
    })
    node.change(method, (result) => JSON.parse(JSON.stringify(result).replaceAll('0xb10c', '0xb10d')))
    await expect(source.page(account, { before: undefined, limit: 5 })).rejects.toThrow('the chain changed')
    expect(await store.ranges.of(chainId, account)).toEqual([])
  })
})

describe('a node that no longer finds old transactions by their hash', { timeout: 60_000 }, () => {
  const chain = { blocks: 100_000, transactions: 60, indexedFrom: 90_000 }

  test('shows those that logs tell of; the fees, and coin, are said to be lacking', async () => {
    const { node, source } = await setUp({ ...chain, isPruned: true })
    const page = await ask(source)
    const logged = node.deeds.filter(({ kind }) => ['tokenIn', 'tokenOut', 'approve'].includes(kind))
    expect(page.entries.map(told)).toEqual(newest(logged, 50))
    expect([...(page.lacks ?? [])].sort()).toEqual(['coin', 'fees', 'payouts'])
    const fees = page.entries.filter(({ feeUnits }) => feeUnits !== undefined)
    expect(fees.every(({ block }) => block >= chain.indexedFrom)).toBe(true)
  })

  test('but knows old states: no payment is concluded from a balance without the fees', async () => {
    const { node, source } = await setUp(chain)
    const page = await ask(source)
    const truth = new Map<string, ReturnType<typeof truthOf>>(
      node.deeds.map((deed) => [deed.hash, truthOf(deed)]),
    )
    const all = node.deeds.filter(({ kind }) => ['tokenIn', 'tokenOut', 'approve'].includes(kind))
    expect(page.entries.length).toBeGreaterThanOrEqual(Math.min(all.length, 50))
    for (const entry of page.entries) expect(told(entry)).toEqual(truth.get(entry.hash))
    expect(page.lacks).toContain('fees')
  })
})

describe('blocks that leave the chain', () => {
  const options = { hasTraces: true, blocks: 1_000_000, transactions: 2_000 }
  const highOf = async ({ store }: Awaited<ReturnType<typeof setUp>>) =>
    (await store.ranges.of(chainId, account))[0]?.high

  test.each([
    ['does not know which are final', undefined, 128],
    ['calls more of them final', 70, 128],
    ['calls fewer of them final', 400, 400],
    ['has called none final for days', 20_000, 1_000],
  ])('of a node that %s: the newest ones are not stored', async (_name, unfinal, unstored) => {
    const own = await setUp({ ...options, unfinal })
    expect((await own.ask()).entries.map(told)).toEqual(newest(own.node.deeds, 50))
    expect(await highOf(own)).toBe(options.blocks - unstored)
  })

  test('deeper than what was stored: the history is read again', async () => {
    const own = await setUp(options)
    const before = await own.ask()
    const forkedAbove = options.blocks - 5_000
    const gone = before.entries.filter(({ block }) => block > forkedAbove)
    expect(gone.length).toBeGreaterThan(2)
    own.node.become({ forkedAbove, blocks: options.blocks + 3 })
    own.clock.advance(61_000)
    const { entries } = await own.ask()
    const left = own.node.deeds.filter(({ block }) => block <= forkedAbove)
    expect(entries.map(told)).toEqual(newest(left, 50))
  })

  test('that are as they were are not read again', async () => {
    const own = await setUp(options)
    await own.ask()
    for (let visit = 1; visit < 4; visit++) {
      own.node.become({ blocks: options.blocks + 3 * visit })
      own.node.reset()
      own.clock.advance(61_000)
      await own.ask()
      expect(await highOf(own)).toBe(options.blocks + 3 * visit - 128)
      expect(own.node.total()).toBeLessThan(25)
    }
  })
})

describe('a node that was checked and then answers for another chain', () => {
  const options = { chain: 1, blocks: 1_000_000, transactions: 200, logRange: 10_000_000 }

  test('is not believed at the next look at the newest blocks', async () => {
    const { node, source, store, clock } = await setUp(options)
    await ask(source)
    const before = await store.ranges.of(chainId, account)
    node.become({ chain: 5, blocks: 1_000_900 })
    clock.advance(61_000)
    const shown = await source.page(account, { before: undefined, limit: 50 })
    expect(shown.entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(await store.ranges.of(chainId, account)).toEqual(before)
    node.become({ chain: 1 })
    clock.advance(61_000)
    await source.page(account, { before: undefined, limit: 50 })
    expect((await store.ranges.of(chainId, account))[0]?.high).toBe(1_000_900 - 128)
  })

  test('has nothing stored of what it told since, and the kept answers are forgotten', async () => {
    const { node, source, store, clock } = await setUp(options)
    let stored: Promise<unknown> = Promise.resolve()
    node.before(60, () => {
      stored = store.ranges.of(chainId, account)
      node.become({ chain: 5 })
      clock.advance(11_000)
    })
    await source.page(account, { before: undefined, limit: 50 }).catch(() => undefined)
    expect(node.total()).toBeGreaterThan(60)
    expect(await store.ranges.of(chainId, account)).toEqual(await stored)
    node.become({ chain: 1 })
    clock.advance(61_000)
    expect((await ask(source)).entries.map(told)).toEqual(newest(node.deeds, 50))
  })
})

test('after a head of another chain, what was read above the own one is forgotten within minutes', async () => {
  const { node, source, clock } = await setUp({ blocks: 1_000_000, transactions: 60, logRange: 10_000_000 })
  node.become({ blocks: 3_000_000 })
  await source.page(account, { before: undefined, limit: 5 })
  node.become({ blocks: 1_000_000 })
  for (let visit = 0; visit < 2; visit++) {
    clock.advance(31_000)
    expect((await source.page(account, { before: undefined, limit: 50 })).reading).toBeDefined()
  }
  clock.advance(31_000)
  expect((await ask(source)).entries.map(told)).toEqual(newest(node.deeds, 50))
})

test('while earlier blocks are being read, the newest ones are read once a minute', async () => {
  const { node, source, clock } = await setUp()
  const heads = () => node.calls.filter((call) => call.startsWith('["eth_getBlockByNumber",["latest"')).length
  const visit = async () => {
    clock.advance(11_000)
    return source.page(account, { before: undefined, limit: 50, budget: { left: 30 } })
  }
  for (let visits = 0; visits < 5; visits++) expect((await visit()).reading).toBeDefined()
  expect(heads()).toBe(1)
  for (let visits = 0; visits < 2; visits++) expect((await visit()).reading).toBeDefined()
  expect(heads()).toBe(2)
  expect((await ask(source)).entries.map(told)).toEqual(newest(node.deeds, 50))
})

test('once a page is full, its newest blocks are of the last seconds', async () => {
  const { node, source, clock } = await setUp({ blocks: 1_000_000, transactions: 60, logRange: 10_000_000 })
  await source.page(account, { before: undefined, limit: 1 })
  node.reset()
  clock.advance(11_000)
  await source.page(account, { before: undefined, limit: 1 })
  expect(node.calls.filter((call) => call.startsWith('["eth_getBlockByNumber",["latest"'))).toHaveLength(1)
})

test('a page never goes on above the place that was asked for', async () => {
  const { source } = await setUp()
  const asked = { minedAt: 1_500_000_000_000, block: 1_000, index: 0 }
  const page = await source.page(account, { before: asked, limit: 50, budget: { left: 60 } })
  expect(page.reading).toBeDefined()
  expect(page.floor).toEqual(asked)
})

test('a node that told wrong logs once is read on when it tells the right ones', async () => {
  const chain = { blocks: 1_000_000, transactions: 60, kinds: ['tokenOut' as const] }
  const { node, source } = await setUp(chain)
  await source.page(account, { before: undefined, limit: 5 })
  let isWrong = true
  node.change('eth_getLogs', (result) =>
    isWrong ? JSON.parse(JSON.stringify(result).replaceAll('0xb10c', '0xb10d')) : result,
  )
  await source.page(account, { before: undefined, limit: 50 })
  isWrong = false
  expect((await ask(source)).entries.map(told)).toEqual(newest(node.deeds, 50))
})

describe('newest blocks with more than one request may read', { timeout: 60_000 }, () => {
  const chain = { blocks: 1_000, transactions: 999, kinds: ['coinIn', 'coinOut'] as const }

  test('are shown as far as they were read, and the rest is said to be lacking', async () => {
    const { node, source, clock } = await setUp(chain)
    const visits: Awaited<ReturnType<typeof ask>>[] = []
    for (let visit = 0; visit < 4; visit++) {
      const query = { before: undefined, limit: 500, budget: { left: 150 } }
      const page = await source.page(account, query).catch(() => undefined)
      if (page !== undefined) visits.push(page)
      clock.advance(11_000)
    }
    const page = visits.at(-1)
    const shown = page?.entries.filter(({ block }) => block > 872) ?? []
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.map(told)).toEqual(newest(node.deeds, shown.length))
    expect(page?.lacks).toContain('coin')
  })
})

describe('work that is interrupted or shared', { timeout: 60_000 }, () => {
  test('after the node failed in the middle, the next request repeats no call', async () => {
    const { node, source } = await setUp()
    node.dieAfter(120)
    await source.page(account, { before: undefined, limit: 50 }).catch(() => undefined)
    node.dieAfter(undefined)
    const { entries } = await ask(source)
    expect(entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(repeated(node.calls).length).toBeLessThan(60)
  })

  test('after a restart, what was stored is not read again', async () => {
    const { node, source, open } = await setUp()
    await ask(source)
    node.reset()
    const { entries } = await ask(open())
    expect(entries.map(told)).toEqual(newest(node.deeds, 50))
    // Only the newest blocks.
    expect(node.total()).toBeLessThan(20)
  })

  test('two visitors of one account share the work', async () => {
    const { node, source } = await setUp()
    const pages = await Promise.all([ask(source), ask(source)])
    for (const { entries } of pages) expect(entries.map(told)).toEqual(newest(node.deeds, 50))
    expect(node.total()).toBeLessThan(500)
  })

  test('one request makes a bounded number of calls', async () => {
    const { node, source } = await setUp({ logRange: 500 })
    await source.page(account, { before: undefined, limit: 50 })
    expect(node.total()).toBeLessThan(500)
  })

  test('a client without calls left sees what is stored, and the reading goes on later', async () => {
    const { source, node } = await setUp()
    let left = 60
    const readings = {
      require() {
        if (left < 1) throw new HttpError('RATE_LIMITED')
      },
      left: () => left,
      spend(calls: number) {
        left -= calls
      },
    }
    const meter = {
      require() {},
      has: () => true,
      spend() {},
      takeIndexerCall: () => true,
      indexerCallsLeft: () => 1_000,
      reading: readings,
    }
    const page = () => metered(meter, () => source.page(account, { before: undefined, limit: 50 }))
    await page()
    const spent = node.total()
    const { entries, reading } = await page()
    expect(node.total()).toBe(spent)
    expect([entries.length < 50, reading]).toEqual([true, expect.anything()])
    left = 1_000
    const full = await metered(meter, () => ask(source))
    expect(full.entries.map(told)).toEqual(newest(node.deeds, 50))
  })

  test('an account full of entries goes on, however often a spent budget interrupts its steps', async () => {
    const { source, node } = await setUp()
    const readings = { require() {}, left: () => 60, spend() {} }
    const meter = {
      require() {},
      has: () => true,
      spend() {},
      takeIndexerCall: () => true,
      indexerCallsLeft: () => 1_000,
      reading: readings,
    }
    const page = () => metered(meter, () => source.page(account, { before: undefined, limit: 300 }))
    let found = await page()
    for (let round = 0; round < 200 && found.reading !== undefined; round++) found = await page()
    expect(found.entries.map(told)).toEqual(newest(node.deeds, 300))
  })

  test('error: a client without calls left asks for an account of which nothing is stored', async () => {
    const { source, node } = await setUp()
    const readings = {
      require() {
        throw new HttpError('RATE_LIMITED')
      },
      left: () => 0,
      spend() {},
    }
    const meter = {
      require() {},
      has: () => true,
      spend() {},
      takeIndexerCall: () => true,
      indexerCallsLeft: () => 1_000,
      reading: readings,
    }
    await expect(
      metered(meter, () => source.page(account, { before: undefined, limit: 50 })),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(node.total()).toBe(0)
  })

  test('an account that nobody asks for costs no calls', async () => {
    const { node, source, clock } = await setUp()
    await ask(source)
    node.reset()
    clock.advance(3_600_000)
    expect(node.total()).toBe(0)
  })
})

describe('collectibles', { timeout: 120_000 }, () => {
  const options = {
    blocks: 300_000,
    transactions: 100,
    kinds: ['artIn'],
    logRange: 2_000,
  } as const

  test('are those of the blocks read so far, which the history reads on', async () => {
    const { source, ask: askHistory } = await setUp(options)
    await source.page(account, { before: undefined, limit: 1 })
    const first = await source.collectibles(account)
    expect([first.items.length < 99, first.lacks]).toEqual([true, ['older']])
    let page = await askHistory()
    while (page.floor !== undefined) page = await askHistory(page.entries.at(-1))
    const last = await source.collectibles(account)
    // The first one is a payment.
    expect([last.items.length, last.reading, last.lacks]).toEqual([99, undefined, undefined])
  })

  test('of an account whose history nobody asked for cost some hundred calls an hour, and no place', async () => {
    const { source, store, node, clock } = await setUp({ ...options, transactions: 1_000 })
    const visit = async () => {
      node.reset()
      for (let poll = 0; poll < 20; poll++) {
        await source.collectibles(account)
        clock.advance(1_000)
      }
      const found = await source.collectibles(account)
      return { ...found, calls: node.total() }
    }
    const first = await visit()
    // The newest blocks are read a second time, and the last step may go a little further than it should.
    expect(first.calls).toBeLessThan(520)
    expect([first.items.length > 10, first.reading, first.lacks]).toEqual([true, undefined, ['older']])
    expect(await store.ranges.has(chainId, account)).toBe(false)
    expect(await store.ranges.of(chainId, account)).toEqual([])
    clock.advance(3_600_000)
    const second = await visit()
    expect(second.items.length).toBeGreaterThan(first.items.length)
    expect(second.calls).toBeLessThan(520)
  })
})

test.each([
  [5_000, false],
  [5_001, true],
])('of %i collectibles, at most 5,000 are listed, and the rest is told: %s', async (count, isCut) => {
  const { store, open } = await setUp({ blocks: 1_000, transactions: 10 })
  const collectibles = async (_chain: string, _account: string, limit: number) =>
    Array.from({ length: Math.min(limit, count) }, (_, index) => ({
      token: account,
      tokenId: String(index),
      standard: 'ERC721' as const,
    }))
  const source = open({ ...store, collectibles })
  await ask(source)
  const found = await source.collectibles(account)
  expect([found.items.length, found.lacks]).toEqual([5_000, isCut ? ['older'] : undefined])
  expect(found.reading).toBeUndefined()
})

test('of an account without a place, a thousand entries are kept, and older ones said to be lacking', async () => {
  const options = { hasTraces: true, transactions: 1_200, blocks: 120_000 }
  const { ask: askPage } = await setUp(options, { historyAccounts: 0 })
  let page = await askPage()
  let count = page.entries.length
  while (page.floor !== undefined) {
    page = await askPage(page.entries.at(-1))
    count += page.entries.length
  }
  expect(count).toBeGreaterThan(990)
  expect(count).toBeLessThan(1_100)
  expect([page.lacks, page.reading]).toEqual([['older'], undefined])
}, 60_000)

test('of an account with long entries, fewer are kept, and older ones said to be lacking', async () => {
  const { ask: askPage, store, node } = await setUp({ hasTraces: true, transactions: 1_200, blocks: 120_000 })
  const first = await askPage()
  const [top] = await store.ranges.of(chainId, account)
  const [newest] = first.entries
  if (top === undefined || newest === undefined) throw new Error('nothing was read')
  const movement = { standard: 'ERC20' as const, units: '1'.repeat(22_000_000), from: account, to: account }
  const long = { ...newest, block: top.low - 1, index: 0, minedAt: top.lowTime - 1, movements: [movement] }
  const below = { low: top.low - 1, lowTime: top.lowTime - 1, entries: [long], gaps: [] }
  expect(await store.ranges.extend(chainId, account, top, below)).toBe(true)
  node.reset()
  const page = await askPage(first.entries.at(-1))
  expect([page.lacks, page.floor, page.reading]).toEqual([['older'], undefined, undefined])
  expect(node.total()).toBeLessThan(20)
}, 60_000)

describe('when a visitor has left', { timeout: 240_000 }, () => {
  const leave = async (clients: readonly string[]) => {
    const { source, node, clock, context } = await setUp(
      { transactions: 10 },
      { rpcPerSecond: [`${chainId}=5`] },
    )
    const sleep = (time: number) => new Promise<void>((resolve) => void clock.setTimeout(resolve, time))
    const visit = async (client: string) => {
      for (const pause of [0, 8_000, 10_000, 9_000, 9_000, 9_000, 9_000, 9_000]) {
        await sleep(pause)
        await context.callers.run({ client, project: undefined }, () =>
          source.page(account, { before: undefined, limit: 50 }),
        )
      }
    }
    await whileTimePasses(clock, Promise.all(clients.map(visit)))
    node.reset()
    await whileTimePasses(clock, sleep(600_000))
    return node.total()
  }

  test.each([[['ada']], [['ada', 'bob', 'eve']]])(
    'the reading for %j ends within a minute, in the calls of one request',
    async (clients) => {
      expect(await leave(clients)).toBeLessThan(330)
    },
  )
})
