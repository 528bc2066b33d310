import { afterEach, describe, expect, test } from 'vitest'
import { type AccountSetUp, setUpAccount, told } from '../../../testing/setUpAccount.js'
import type { Deed, Kind } from '../../../testing/syntheticChain.js'
import { account, truthOf } from '../../../testing/syntheticChain.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
const setUp = (...args: Parameters<AccountSetUp>) => setUpAccount(cleanups, ...args)

const newest = (deeds: readonly Deed[], count = 50) =>
  deeds
    .filter(({ kind }) => kind !== 'delegation')
    .slice(-count)
    .reverse()
    .map(truthOf)
const onlyCoin: readonly Kind[] = ['coinIn', 'coinOut']

describe('indexes of nodes', { timeout: 120_000 }, () => {
  test.each([
    ['transactions', true],
    ['hashes', 'hash' as const],
  ])('%s by sender and nonce: nothing but coin takes fewer than 500 calls', async (_, hasSenderAndNonce) => {
    const { node, ask } = await setUp({ hasSenderAndNonce, kinds: onlyCoin })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toBeUndefined()
    expect(node.counts.get('eth_getTransactionBySenderAndNonce')).toBeGreaterThan(10)
    expect(node.total()).toBeLessThan(500)
  })

  test('Otterscan shows everything, payouts too', async () => {
    const { node, ask } = await setUp({ hasOtterscan: true })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.entries.flatMap(({ movements }) => movements).some(({ isConcluded }) => isConcluded)).toBe(
      false,
    )
    expect(page.lacks).toBeUndefined()
    expect(node.counts.get('eth_getBalance') ?? 0).toBeLessThan(10)
    expect(node.total()).toBeLessThan(300)
  })

  test('queries of traces that time out become shorter, and lose nothing', async () => {
    const { node, ask } = await setUp({ hasTraces: true, traceRange: 3_000 })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toBeUndefined()
    // One at the end of each span that was read, as its witness: a search by state reads hundreds.
    expect(node.counts.get('eth_getBalance') ?? 0).toBeLessThan(35)
  })

  const nothing = { txs: [], receipts: [], lastPage: true }
  const unbuilt = [
    ['trace_filter', { hasTraces: true }, []],
    ['ots_searchTransactionsBefore', { hasOtterscan: true }, nothing],
  ] as const

  test.each(unbuilt)('%s that tells of nothing is refuted, and the states are read', async (...given) => {
    const [method, abilities, answer] = given
    const { node, ask } = await setUp({ ...abilities, blocks: 200_000, transactions: 200, kinds: onlyCoin })
    node.change(method, () => answer)
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toBeUndefined()
  })

  test.each(unbuilt)('%s that tells of nothing, without states: coin is lacking', async (...given) => {
    const [method, abilities, answer] = given
    const chain = { blocks: 200_000, transactions: 200, kinds: onlyCoin, isPruned: true }
    const { node, ask } = await setUp({ ...abilities, ...chain })
    node.change(method, () => answer)
    const page = await ask()
    expect([page.entries, page.lacks]).toEqual([[], ['coin', 'payouts']])
  })

  test.each([
    ['trace_filter', { hasTraces: true }, [199_000]],
    ['Otterscan', { hasOtterscan: true }, [199_000]],
    ['trace_filter, and in the newest blocks', { hasTraces: true }, [199_990]],
  ])('%s without a withdrawal of a validator: payouts are lacking', async (_name, abilities, at) => {
    const chain = { blocks: 200_000, transactions: 200, kinds: onlyCoin }
    const quiet = await setUp({ ...abilities, ...chain })
    expect((await quiet.ask()).lacks).toBeUndefined()
    const withdrawals = new Map(at.map((block) => [block, 18_000_000n]))
    const { node, ask } = await setUp({ ...abilities, ...chain, withdrawals })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toEqual(['payouts'])
  })

  test('states show that a validator’s withdrawal is in no entry', async () => {
    const withdrawals = new Map([[199_000, 18_000_000n]])
    const { node, ask } = await setUp({ blocks: 200_000, transactions: 200, kinds: onlyCoin, withdrawals })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toEqual(['payouts'])
  })

  test('an index that lags hides no transaction of the account', async () => {
    const chain = { blocks: 200_000, transactions: 200, kinds: ['coinOut'] as const }
    const { node, ask } = await setUp({ ...chain, hasTraces: true })
    const [last] = newest(node.deeds, 2).slice(1)
    const isOld = ({ blockNumber }: { blockNumber: number }) => blockNumber < (last?.block ?? 0)
    node.change('trace_filter', (result) => (result as { blockNumber: number }[]).filter(isOld))
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
  })

  test.each([
    ['that answers even the shortest query too late', { traceRange: 100 }],
    ['that refuses every query', { refused: ['trace_filter'] }],
  ])('a node %s is read by its states', async (_, limits) => {
    const { node, ask } = await setUp({ hasTraces: true, ...limits })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(node.counts.get('trace_filter')).toBeLessThan(10)
    expect(node.counts.get('eth_getBalance')).toBeGreaterThan(100)
  })

  test('traces that fail for one account are asked for again for the next one', async () => {
    const { node, source, ask } = await setUp({ hasTraces: true, traceRange: 100 })
    await ask()
    node.become({ traceRange: Number.POSITIVE_INFINITY })
    node.reset()
    await source.page(`0x${'e'.repeat(40)}`, { before: undefined, limit: 1 })
    expect(node.counts.get('trace_filter')).toBeGreaterThan(0)
  })

  test.each([
    ['trace_transaction', { hasTraces: true }],
    ['ots_getInternalOperations', { hasOtterscan: true }],
  ])('a node that refuses %s ends no reading: payouts are lacking', async (method, abilities) => {
    const { node, ask } = await setUp({ ...abilities, refused: [method] })
    const page = await ask()
    const withoutPayouts = newest(node.deeds.map((deed) => ({ ...deed, payout: 0n })))
    expect(page.entries.map(told)).toEqual(withoutPayouts)
    expect(page.lacks).toEqual(['payouts'])
  })

  test('answers that are too long for the node (HTTP 413) are asked for in parts', async () => {
    const chain = { blocks: 1_000_000, transactions: 2_000, kinds: ['tokenOut' as const] }
    const { node, ask } = await setUp({ ...chain, logRange: 10_000_000, answerSize: 60_000 })
    expect((await ask()).entries.map(told)).toEqual(newest(node.deeds))
  })
})

describe('accounts with code', { timeout: 120_000 }, () => {
  const chain = { blocks: 200_000, transactions: 200 }
  const delegated = `0xef0100${'de'.repeat(20)}`
  const kinds: readonly Kind[] = ['coinIn', 'coinOut', 'sponsored', 'payout']

  test('a delegated account (EIP-7702): coin may be missing, and nothing is concluded', async () => {
    const { node, ask } = await setUp({ ...chain, kinds, code: delegated })
    const page = await ask()
    const truth = new Map(node.deeds.map((deed) => [deed.hash as string, truthOf(deed)]))
    for (const entry of page.entries) {
      const paidOut = truth.get(entry.hash)?.movements ?? []
      expect(paidOut).toEqual(expect.arrayContaining([...told(entry).movements]))
      expect(entry.movements.some(({ isConcluded }) => isConcluded)).toBe(false)
    }
    expect(page.entries.length).toBeGreaterThan(40)
    expect(page.lacks).toEqual(expect.arrayContaining(['coin']))
  })

  test('with traces a delegated account lacks nothing', async () => {
    const { node, ask } = await setUp({ ...chain, kinds, code: delegated, hasTraces: true })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toBeUndefined()
  })

  test('an account that was delegated meanwhile: its own transactions are there, coin may be missing', async () => {
    const few: readonly Kind[] = ['coinIn', 'coinOut', 'coinIn', 'coinOut', 'delegation']
    const { node, ask } = await setUp({ ...chain, kinds: few })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toEqual(['coin'])
  })

  test('a contract: its nonce is not asked for, and coin may be missing', async () => {
    const { node, ask } = await setUp({ ...chain, kinds: ['coinIn', 'tokenIn'], code: '0x6080604052' })
    const page = await ask()
    expect(page.entries.map(told)).toEqual(newest(node.deeds))
    expect(page.lacks).toEqual(['coin'])
    expect(node.counts.get('eth_getTransactionCount')).toBeUndefined()
  })
})

describe('what was lacking', { timeout: 120_000 }, () => {
  const chain = { blocks: 200_000, transactions: 200 }

  test('is read again when the node keeps old states', async () => {
    const { node, ask, clock } = await setUp({ ...chain, isPruned: true })
    expect((await ask()).lacks).toEqual(['coin', 'payouts'])
    node.become({ isPruned: false })
    clock.advance(3_600_000)
    const page = await ask()
    expect([page.entries.map(told), page.lacks]).toEqual([newest(node.deeds), undefined])
  })

  test('is read again when the node has traces', async () => {
    const code = `0xef0100${'de'.repeat(20)}`
    const { node, ask, clock } = await setUp({ ...chain, code })
    expect((await ask()).lacks).toContain('coin')
    node.become({ hasTraces: true })
    clock.advance(3_600_001)
    const page = await ask()
    expect([page.entries.map(told), page.lacks]).toEqual([newest(node.deeds), undefined])
  })

  test('is read again alone, and what is known stays until then', async () => {
    const { node, ask, clock, source, store } = await setUp({
      ...chain,
      hasTraces: true,
      refused: ['trace_transaction'],
    })
    const first = await ask()
    expect(first.lacks).toEqual(['payouts'])
    const stored = await store.ranges.of('eip155:1', account)
    clock.advance(3_600_000)
    const little = { before: undefined, limit: 50, budget: { left: 15 } }
    const second = await source.page(account, little)
    expect(second.entries.map(told)).toEqual(first.entries.map(told))
    expect((await store.ranges.of('eip155:1', account))[0]?.low).toBe(stored[0]?.low)
    await ask()
    clock.advance(3_600_000)
    node.reset()
    expect((await ask()).entries.map(told)).toEqual(first.entries.map(told))
    expect(node.total()).toBeLessThan(40)
    node.become({ refused: [] })
    clock.advance(86_400_000)
    const page = await ask()
    expect([page.entries.map(told), page.lacks]).toEqual([newest(node.deeds), undefined])
  })

  test('is not read again by a node that knows less than the one before', async () => {
    const { node, ask, clock } = await setUp({ ...chain, hasTraces: true, refused: ['trace_transaction'] })
    const first = await ask()
    clock.advance(3_600_000)
    let traced = 0
    node.change('trace_filter', (result) => {
      // The newest blocks take two queries, and the third one shows that there is an index.
      if (++traced === 3) node.become({ hasTraces: false, isPruned: true })
      return result
    })
    const second = await ask()
    expect(traced).toBe(3)
    expect([second.entries.map(told), second.lacks]).toEqual([first.entries.map(told), first.lacks])
  })

  test('stays as it is, for a few calls an hour, while the node is the same', async () => {
    const { node, ask, clock } = await setUp({ ...chain, isPruned: true })
    await ask()
    node.reset()
    clock.advance(3_600_000)
    expect((await ask()).lacks).toEqual(['coin', 'payouts'])
    expect(node.total()).toBeLessThan(25)
  })
})

describe('accounts with few transactions', { timeout: 120_000 }, () => {
  test('are read in parts: a visit has its limit, older entries are said to be lacking, the next visit goes on', async () => {
    const { node, ask, clock } = await setUp({ transactions: 3 })
    const first = await ask()
    expect(node.total()).toBeLessThan(2_500)
    expect([first.lacks, first.floor]).toEqual([['older'], undefined])
    expect(first.entries.length).toBeLessThan(node.deeds.length)
    const visits = [first]
    const before = [...node.calls]
    while (visits.at(-1)?.lacks !== undefined && visits.length < 5) {
      clock.advance(3_600_000)
      visits.push(await ask())
    }
    expect(visits.at(-1)?.entries.map(told)).toEqual(newest(node.deeds))
    // The newest blocks are read for each visit.
    const isLogs = (call: string) => call.includes('eth_getLogs') && !call.includes('"toBlock":"0x989680"')
    const again = node.calls.slice(before.length).filter(isLogs)
    expect(again.filter((call) => before.includes(call))).toEqual([])
  })

  test('the depth of the settings ends a history, and it says so', async () => {
    const { node, ask } = await setUp({ blocks: 200_000, transactions: 20 }, { historyDepth: 100_000 })
    const page = await ask()
    const young = node.deeds.filter(({ block }) => block > 100_000)
    expect(page.entries.map(told)).toEqual(newest(young))
    expect([page.lacks, page.floor, page.reading]).toEqual([['older'], undefined, undefined])
  })

  test('below the first coin of an account its state is not asked for', async () => {
    const { node, ask } = await setUp({
      blocks: 2_000_000,
      transactions: 1,
      kinds: ['coinIn'],
      logRange: 100_000,
    })
    await ask()
    const first = node.deeds[0]?.block ?? 0
    const asked = node.calls
      .map((call) => JSON.parse(call))
      .filter(([method]) => method === 'eth_getBalance')
      .map(([, [, block]]) => Number(block))
    // One span may reach below it.
    expect(asked.filter((block) => block < first - 800_000)).toEqual([])
  })
})

describe('reorganisations while the newest blocks are read', { timeout: 240_000 }, () => {
  const chain = { blocks: 1_000, transactions: 300, kinds: ['coinIn', 'coinOut', 'tokenOut'] as const }

  test.each([1, 2, 3, 5, 8, 10])(
    'of %i blocks: no entry of a dropped block is shown or stored',
    async (depth) => {
      for (const call of [6, 12, 30, 60]) {
        const { node, ask, clock } = await setUp(chain)
        node.before(call, () => node.become({ forkedAbove: chain.blocks - depth }))
        await ask().catch(() => undefined)
        clock.advance(11_000)
        const kept = node.deeds.filter(({ block }) => block <= chain.blocks - depth)
        expect((await ask()).entries.map(told)).toEqual(newest(kept))
      }
    },
  )
})
