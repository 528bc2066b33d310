import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Transaction } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startNode } from '../../testing/startNode.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'
import { createBlockchain } from '../blockchain.js'
import { createHistory } from './history.js'
import { topics } from './readLog.js'

type Row = { readonly [name: string]: string }
type Lists = { readonly [action: string]: readonly Row[] }
type Answer = { readonly data: readonly Transaction[]; readonly next: string | null }

const chainId = 'eip155:1'
const owner = getAddress(`0x${'a1'.repeat(20)}`)
const other = getAddress(`0x${'b2'.repeat(20)}`)
const token = getAddress(`0x${'c3'.repeat(20)}`)
const key = 's3cr3tk3y'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const notOk = (result: string) => JSON.stringify({ status: '0', message: 'NOTOK', result })
const missingAction = '{"status":"0","message":"NOTOK","result":"Error! Missing Or invalid Action name"}'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const head = (number: number, block = number) => ({
  blockNumber: String(block),
  timeStamp: String(1_700_000_000 + block),
  hash: hashOf(number),
  transactionIndex: String(number % 200),
  nonce: '3',
})
const outer = (number: number, more: Row = {}) => ({
  ...head(number),
  from: owner.toLowerCase(),
  to: other.toLowerCase(),
  value: '1000000000000000000',
  gasPrice: '1000000000',
  gasUsed: '21000',
  isError: '0',
  txreceipt_status: '1',
  input: '0x',
  contractAddress: '',
  ...more,
})
const moved = (number: number, more: Row = {}) => ({
  ...head(number),
  from: other.toLowerCase(),
  to: owner.toLowerCase(),
  value: '1500000',
  contractAddress: token.toLowerCase(),
  tokenName: 'Six Coin',
  tokenSymbol: 'SIX',
  tokenDecimal: '6',
  input: 'deprecated',
  ...more,
})

/** Readable rows that are not about the account, so that a few unreadable ones are no failure of the explorer. */
const foreign = (row: (number: number, more: Row) => Row, count = 40) =>
  Array.from({ length: count }, (_, index) =>
    row(100 + index, { from: other.toLowerCase(), to: token.toLowerCase() }),
  )

describe('history from an explorer', () => {
  test('shows sent and received coin, tokens and collectibles', async () => {
    const { history } = await setUp({
      txlist: [
        outer(9),
        outer(8, { value: '0', to: token, input: `0xa9059cbb${'0'.repeat(128)}` }),
        outer(7, {
          value: '0',
          to: token,
          input: `0x095ea7b3${other.slice(2).padStart(64, '0')}${'0'.repeat(63)}1`,
        }),
        outer(6, { isError: '1' }),
        outer(5, { to: '', contractAddress: token, value: '0' }),
        outer(4, { value: '0', to: token, input: '0x12345678' }),
      ],
      txlistinternal: [
        { ...head(4), from: token, to: owner, value: '250000000000000000', isError: '0' },
        {
          ...head(3),
          hash: '',
          transactionHash: hashOf(3),
          from: token,
          to: owner,
          value: '1',
          isError: '0',
        },
      ],
      tokentx: [moved(8, { from: owner, to: other }), moved(4, { from: owner, to: token }), moved(2)],
      tokennfttx: [
        moved(1, { contractAddress: `0x${'d4'.repeat(20)}`, tokenID: '7', value: '', tokenName: 'Cats' }),
      ],
      token1155tx: [
        moved(0, {
          contractAddress: `0x${'e5'.repeat(20)}`,
          tokenID: '9',
          tokenValue: '40',
          tokenName: '',
          value: '',
        }),
      ],
    })
    const { data, next } = await history()
    expect(next).toBeNull()
    expect(data.map(summary)).toEqual([
      ['send', 'confirmed', 9, [['out', '1', 'ETH']]],
      ['send', 'confirmed', 8, [['out', '1.5', 'SIX']]],
      ['approve', 'confirmed', 7, []],
      ['send', 'failed', 6, []],
      ['deploy', 'confirmed', 5, []],
      [
        'trade',
        'confirmed',
        4,
        [
          ['in', '0.25', 'ETH'],
          ['out', '1.5', 'SIX'],
        ],
      ],
      ['receive', 'confirmed', 3, [['in', '0.000000000000000001', 'ETH']]],
      ['receive', 'confirmed', 2, [['in', '1.5', 'SIX']]],
      ['receive', 'confirmed', 1, [['in', '1', 'Cats #7']]],
      ['receive', 'confirmed', 0, [['in', '40', '#9']]],
    ])
    expect(data[0]?.metadata).toMatchObject({ fee: '0.000021', sentFrom: owner, sentTo: other, nonce: 3 })
    expect(data[2]?.metadata.spender).toBe(other)
    expect(data[4]?.metadata.sentTo).toBe('')
  })

  test('returns pages to the end, each transaction once', async () => {
    const txlist = Array.from({ length: 260 }, (_, index) => outer(260 - index))
    const tokentx = Array.from({ length: 150 }, (_, index) =>
      moved(1_000 - index, { blockNumber: String(150 - index), timeStamp: String(1_700_000_150 - index) }),
    )
    const { history } = await setUp({ txlist, tokentx })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer = await history(cursor === '' ? '' : `&cursor=${cursor}`)
      seen.push(...page.data.map(({ metadata }) => metadata.hash))
      cursor = page.next
    }
    expect(seen.length).toBe(410)
    expect(new Set(seen)).toEqual(new Set([...txlist, ...tokentx].map(({ hash }) => hash)))
  })

  test('reads a block with more transfers than one request returns', async () => {
    const tokentx = Array.from({ length: 330 }, (_, index) =>
      moved(index, { ...head(index, 5), transactionIndex: String(329 - index) }),
    )
    const { history } = await setUp({
      tokentx: [...tokentx, moved(400, { blockNumber: '4', timeStamp: '1700000004' })],
    })
    let count = 0
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer = await history(cursor === '' ? '' : `&cursor=${cursor}`)
      count += page.data.length
      cursor = page.next
    }
    expect(count).toBe(331)
  })

  test('skips invalid rows', async () => {
    const { history } = await setUp({
      txlist: [
        ...foreign(outer),
        outer(9, { value: '-1' }),
        outer(8, { from: 'nobody' }),
        outer(7, { timeStamp: '1e99' }),
        outer(6, { hash: '0x1' }),
        outer(5, { nonce: 'NaN', gasUsed: '1e30' }),
      ],
      tokentx: [
        ...foreign(moved),
        moved(4, { contractAddress: `0x${'d4'.repeat(20)}`, tokenDecimal: '255' }),
        moved(3, { value: '0' }),
        // Without decimals nobody knows how much that is.
        moved(10, { contractAddress: `0x${'e5'.repeat(20)}`, tokenDecimal: '' }),
        moved(2, { value: `1${'0'.repeat(78)}` }),
        moved(1, { tokenSymbol: 'S\u202eIX', tokenName: '<b>' }),
      ],
    })
    const { data } = await history()
    expect(data.map(summary)).toEqual([
      ['receive', 'confirmed', 10, []],
      ['send', 'confirmed', 5, [['out', '1', 'ETH']]],
      ['receive', 'confirmed', 4, []],
      ['receive', 'confirmed', 1, [['in', '1.5', 'S IX']]],
    ])
  })

  test.each([['1.5'], ['-1'], ['0x5'], ['1e18'], [''], [undefined]])(
    'leaves out a transaction with the value %j',
    async (value) => {
      const { value: _value, ...rest } = outer(9)
      const row = value === undefined ? rest : { ...rest, value }
      const { history } = await setUp({ txlist: [...foreign(outer), row, outer(1)] })
      expect((await history()).data.map(({ metadata }) => Number(metadata.hash))).toEqual([1])
    },
  )

  test.each(['tokennfttx', 'token1155tx'])(
    'a row of %s without a readable number never becomes a transfer of a fungible token',
    async (list) => {
      const { history } = await setUp({
        [list]: [
          ...foreign((number, more) => moved(number, { tokenID: '1', ...more })),
          moved(5, { tokenID: 'x' }),
          moved(4, { tokenID: '-7', tokenValue: '2' }),
          moved(3),
          moved(2, { tokenID: '9', tokenValue: '1.5' }),
          moved(1, { tokenID: '7', value: '' }),
        ],
      })
      const { data } = await history()
      expect(data.map(summary)).toEqual([['receive', 'confirmed', 1, [['in', '1', 'Six Coin #7']]]])
    },
  )

  test('a token row whose recipient or contract cannot be read never becomes a burn', async () => {
    const mine = { from: owner.toLowerCase(), to: other.toLowerCase() }
    const { history } = await setUp({
      tokentx: [
        ...foreign(moved, 60),
        moved(5, { ...mine, to: '' }),
        moved(4, { ...mine, to: 'nobody' }),
        moved(3, { ...mine, contractAddress: '0x12' }),
        moved(2, mine),
      ],
    })
    const { data } = await history()
    expect(data.map(summary)).toEqual([['send', 'confirmed', 2, [['out', '1.5', 'SIX']]]])
  })

  test('a row that an explorer tells twice counts once, if it says which transfer it is', async () => {
    const paid = { ...head(6), from: token, to: owner, value: '250000000000000000', isError: '0' }
    const { history } = await setUp({
      tokentx: [moved(9, { logIndex: '4' }), moved(9, { logIndex: '4' }), moved(9, { logIndex: '5' })],
      txlistinternal: [
        { ...paid, traceId: '0_1' },
        { ...paid, traceId: '0_1' },
        { ...paid, traceId: '0_2' },
      ],
    })
    const { data } = await history()
    expect(data.map(summary)).toEqual([
      [
        'receive',
        'confirmed',
        9,
        [
          ['in', '1.5', 'SIX'],
          ['in', '1.5', 'SIX'],
        ],
      ],
      [
        'receive',
        'confirmed',
        6,
        [
          ['in', '0.25', 'ETH'],
          ['in', '0.25', 'ETH'],
        ],
      ],
    ])
  })

  test('a batch of collectibles is one log, and all of it is told', async () => {
    const one = (tokenID: string) => moved(9, { logIndex: '4', tokenID, tokenValue: '2', value: '' })
    const { history } = await setUp({ token1155tx: [one('7'), one('8')] })
    const { data } = await history()
    expect(data.map(({ transfers }) => transfers.length)).toEqual([2])
  })

  test('an empty place is none: it does not make one transfer of several', async () => {
    const row = (value: string) => moved(9, { logIndex: '', traceId: '', index: '', value })
    const { history } = await setUp({ tokentx: [row('1500000'), row('2500000')] })
    const { data } = await history()
    expect(data.map(summary)).toEqual([
      [
        'receive',
        'confirmed',
        9,
        [
          ['in', '1.5', 'SIX'],
          ['in', '2.5', 'SIX'],
        ],
      ],
    ])
  })

  describe('equal transfers of one transaction, without a word which they are', () => {
    const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const log = (logIndex: number, blockNumber = 9) => ({
      address: token,
      topics: [topics.transfer, topic(other), topic(owner)],
      data: `0x${(1_500_000).toString(16).padStart(64, '0')}`,
      blockNumber: `0x${blockNumber.toString(16)}`,
      blockHash: hashOf(1),
      transactionHash: hashOf(9),
      logIndex: `0x${logIndex.toString(16)}`,
    })
    const rows = { tokentx: [moved(9), moved(9)] }

    test.each([
      ['one: it counts once', [log(3)], 1],
      ['two: both count', [log(3), log(7)], 2],
      ['those of another block: the explorer is believed', [log(3, 8)], 2],
    ])('the chain has %s', async (_name, logs, expected) => {
      const { history } = await setUp(rows, () => ({ transactionHash: hashOf(9), logs }))
      const { data } = await history()
      expect(data.map(({ transfers }) => transfers.length)).toEqual([expected])
    })

    test('the chain says nothing: the explorer is believed', async () => {
      const { history } = await setUp(rows)
      expect((await history()).data.map(({ transfers }) => transfers.length)).toEqual([2])
    })
  })

  describe('equal payouts of one transaction, without a word which they are', () => {
    const paid = { ...head(6), from: token, to: owner, value: '250000000000000000', isError: '0' }
    const quarter = 250_000_000_000_000_000n
    /** The account's own call, which paid a fee. */
    const call = outer(6, { value: '0', to: token, input: '0x12345678' })
    const fee = 21_000n * 1_000_000_000n
    const balances = (rise: bigint) => (block: number) => `0x${(block < 6 ? 0n : rise).toString(16)}`

    test.each([
      ['by both: both count', 2n * quarter - fee, 2, []],
      ['by one: it counts once', quarter - fee, 1, []],
      ['by something else: one is certain', 3n * quarter, 1, ['payouts']],
    ])('the balance rose %s', async (_, rise, expected, lacks) => {
      const { ask } = await setUp({ txlist: [call], txlistinternal: [paid, paid] }, undefined, balances(rise))
      const [, body] = await ask()
      expect(body).toMatchObject({ data: [{ transfers: { length: expected } }] })
      expect(Reflect.get(body as object, 'lacks') ?? []).toEqual(lacks)
    })

    test('the chain does not tell the balance: one is certain, and more may be lacking', async () => {
      const { ask } = await setUp({ txlist: [call], txlistinternal: [paid, paid, { ...paid, value: '7' }] })
      expect((await ask())[1]).toMatchObject({ data: [{ transfers: { length: 2 } }], lacks: ['payouts'] })
    })

    test('those that failed are none', async () => {
      const failed = { ...paid, isError: '1' }
      const { ask } = await setUp({ txlist: [call], txlistinternal: [paid, failed, failed] })
      expect((await ask())[1]).toMatchObject({ data: [{ transfers: { length: 1 } }] })
      expect(await ask()).not.toMatchObject([200, { lacks: ['payouts'] }])
    })
  })

  test.each(['txlist', 'txlistinternal', 'tokentx', 'tokennfttx'])(
    'error: more than a tenth of the rows of %s cannot be read',
    async (list) => {
      const tokenRow = { tokenID: '7', contractAddress: token.toLowerCase() }
      const of = (number: number, more: Row) => outer(number, { ...tokenRow, ...more })
      const rows = (bad: number) => [...foreign(of, 20 - bad), ...Array(bad).fill(of(9, { value: '1.5' }))]
      const few = await setUp({ [list]: rows(2) })
      expect((await few.ask())[0]).toBe(200)
      const many = await setUp({ [list]: rows(3) })
      expect(await many.ask()).toMatchObject([502, { error: { code: 'CHAIN_UNREACHABLE' } }])
    },
  )

  test('treats a list that the explorer lacks as empty, and caches an answer for ten seconds', async () => {
    const { history, asked, clock, answer } = await setUp({ txlist: [outer(1)] })
    answer((action, text) => (action === 'token1155tx' ? missingAction : text))
    expect((await history()).data.length).toBe(1)
    expect(asked()).toBe(5)
    await history()
    expect(asked()).toBe(5)
    clock.advance(10_000)
    await history()
    expect(asked()).toBe(10)
  })

  test('an explorer without a list of what contracts paid out: the history says that it lacks them', async () => {
    const { ask, answer } = await setUp({ txlist: [outer(1)] })
    answer((action, text) => (action === 'txlistinternal' ? missingAction : text))
    expect(await ask()).toMatchObject([200, { data: [{}], lacks: ['payouts'] }])
  })

  test('an explorer without transfers of tokens tells no history, and is asked for none again', async () => {
    const { ask, answer, asked, lines } = await setUp({ txlist: [outer(1)] })
    answer((action, text) => (action === 'tokentx' ? missingAction : text))
    expect((await ask())[0]).toBe(502)
    const before = asked()
    expect([(await ask())[0], asked()]).toEqual([502, before])
    expect(lines.filter((line) => line.includes('"missing"'))).toHaveLength(1)
  })

  test('waits while the explorer is at its limit, and asks it again', async () => {
    const { ask, answer, clock, asked } = await setUp({ txlist: [outer(1)] })
    const limit = '{"status":"0","message":"NOTOK","result":"Max rate limit reached"}'
    answer((_action, text) => (asked() < 3 ? limit : text))
    const [status, body] = await whileTimePasses(clock, ask())
    expect([status, body]).toMatchObject([200, { data: [{ metadata: { hash: hashOf(1) } }] }])
  })

  test.each([
    ['an HTML page', '<html>', 'not JSON'],
    ['truncated JSON', '{"status":"1","mess', 'not JSON'],
    ['null', 'null', 'an answer in no known form'],
    ['a wrong key', notOk(`Invalid API Key ${key}`), 'does not accept the key'],
    [
      'a chain beyond the plan',
      notOk('Free API access is not supported for this chain. Please upgrade your plan'),
      'the plan does not include this chain',
    ],
    ['an odd refusal', notOk(`Something about ${key}`), 'refused to tell'],
  ])('error: %s is a 502 whose reason is in the log, and the key nowhere', async (_name, text, reason) => {
    const { ask, answer, lines } = await setUp({})
    answer(() => text)
    const [status, body] = await ask()
    expect([status, body]).toMatchObject([502, { error: { code: 'CHAIN_UNREACHABLE' } }])
    expect(lines.join()).toContain('blockchain.source')
    expect(lines.join()).toContain(reason)
    expect(JSON.stringify([body, lines])).not.toContain(key)
  })

  test('an explorer that hangs: says that it still reads, until it asks the chain', async () => {
    const { ask, answer, clock } = await setUp({})
    answer(() => undefined)
    const startedAt = clock.steadyNow()
    expect(await whileTimePasses(clock, ask())).toEqual([
      200,
      { data: [], next: expect.any(String), reading: { share: 0 } },
    ])
    expect(clock.steadyNow() - startedAt).toBeLessThan(8_000)
    while ((await whileTimePasses(clock, ask()))[0] === 200)
      expect(clock.steadyNow() - startedAt).toBeLessThan(40_000)
  })

  test('lists collectibles', async () => {
    const { own } = await setUp({
      tokennfttx: [moved(3, { tokenID: '7' }), moved(2, { tokenID: '8', from: owner, to: other })],
      token1155tx: [moved(4, { tokenID: '9', tokenValue: '2' })],
    })
    expect(await own.collectibles(owner, chainId)).toEqual({
      source: 'etherscan',
      value: [
        { token: token.toLowerCase(), tokenId: '9', standard: 'ERC1155' },
        { token: token.toLowerCase(), tokenId: '7', standard: 'ERC721' },
      ],
    })
  })

  test.each([
    [999, 999, 2, undefined],
    [1_000, 1_000, 3, undefined],
    [3_001, 3_000, 4, ['older']],
  ])(
    'of %i received collectibles, %i are listed for %i calls; without: %j',
    async (count, listed, calls, lacks) => {
      const rows = Array.from({ length: count }, (_, index) =>
        moved(count - index, { tokenID: String(count - index) }),
      )
      const { own, asked } = await setUp({ tokennfttx: rows })
      const found = await own.collectibles(owner, chainId)
      expect([found.value.length, asked(), found.lacks]).toEqual([listed, calls, lacks])
      expect(found.value[0]?.tokenId).toBe(String(count))
      // What is cached says so too.
      expect(await own.collectibles(owner, chainId)).toEqual(found)
      expect(asked()).toBe(calls)
    },
  )
})

describe('coin that the chain itself paid out', () => {
  const rows = Array.from({ length: 120 }, (_, index) => outer(index + 1, { nonce: String(index) })).reverse()
  const withdrawal = {
    withdrawalIndex: '13',
    validatorIndex: '117823',
    address: owner.toLowerCase(),
    amount: '3402931175',
    blockNumber: '90',
    timestamp: '1700000090',
  }
  const reward = { blockNumber: '90', timeStamp: '1700000090', blockReward: '5194770940000000000' }
  const lacksOf = async (lists: Lists, query = '') => {
    const { own } = await setUp(lists)
    const first = await own.page(owner, { chainId })
    if (query === '') return first.lacks
    return (await own.page(owner, { chainId, cursor: first.next ?? '' })).lacks
  }

  test.each<[string, Lists, readonly string[] | undefined]>([
    ['withdrawals of validators', { txsBeaconWithdrawal: [withdrawal] }, ['payouts']],
    ['rewards of blocks', { getminedblocks: [reward] }, ['payouts']],
    ['nothing', {}, undefined],
  ])('%s: a history of several pages lacks it on each', async (_name, lists, lacks) => {
    expect(await lacksOf({ txlist: rows, ...lists })).toEqual(lacks)
    expect(await lacksOf({ txlist: rows, ...lists }, 'second')).toEqual(lacks)
  })

  test('is looked for once in six hours, with two calls of one row', async () => {
    const { own, clock, answer } = await setUp({ txlist: rows })
    const asked: string[] = []
    answer((action, text) => {
      asked.push(action)
      return text
    })
    const look = async () => {
      asked.length = 0
      clock.advance(300_000)
      await own.page(owner, { chainId })
      return asked.filter((action) => /Beacon|mined/.test(action))
    }
    expect(await look()).toEqual(['txsBeaconWithdrawal', 'getminedblocks'])
    expect(await look()).toEqual([])
    clock.advance(21_600_000)
    expect(await look()).toEqual(['txsBeaconWithdrawal', 'getminedblocks'])
  })

  test.each([
    ['does not know the lists', missingAction],
    ['refuses them', notOk('Sorry, not here')],
    ['answers nonsense', '{"status":"1","message":"OK","result":"many"}'],
    ['breaks', '<html>'],
  ])(
    'an explorer that %s still tells the history, which lacks payouts, and is asked again after ten minutes',
    async (_name, text) => {
      const { own, clock, answer } = await setUp({ txlist: rows })
      let count = 0
      answer((action, usual) => {
        if (!/Beacon|mined/.test(action)) return usual
        count++
        return text
      })
      const look = async () => {
        const { data, lacks } = await own.page(owner, { chainId })
        return [data.length, lacks]
      }
      expect([await look(), count]).toEqual([[50, ['payouts']], 2])
      clock.advance(300_000)
      expect([await look(), count]).toEqual([[50, ['payouts']], 2])
      clock.advance(600_000)
      expect([await look(), count]).toEqual([[50, ['payouts']], 4])
    },
  )

  test('an explorer that cannot tell says nothing of a chain without withdrawals', async () => {
    const { own, answer } = await setUp({ txlist: rows }, undefined, undefined, 'eip155:10')
    answer((action, usual) => (/Beacon|mined/.test(action) ? missingAction : usual))
    expect((await own.page(owner, { chainId: 'eip155:10' })).lacks).toBeUndefined()
  })

  test('a history of one page is held against the balance instead, for no call to the explorer', async () => {
    const { own, asked } = await setUp({ txlist: rows.slice(-3), txsBeaconWithdrawal: [withdrawal] })
    await own.page(owner, { chainId })
    expect(asked()).toBe(5)
  })
})

test('a free plan tells a thousand rows, also where ten thousand are asked for, and then more may follow', async () => {
  // A block with 1,200 of the account's transactions: only an answer with more rows than that goes on below it.
  const flood = Array.from({ length: 1_200 }, (_, index) =>
    outer(5_000 - index, { blockNumber: '500', nonce: String(index) }),
  )
  const { ask, answer } = await setUp({ txlist: [...flood, outer(1)] })
  answer((_action, text) => {
    const { result, ...rest } = JSON.parse(text)
    return JSON.stringify({ ...rest, result: result.slice(0, 1_000) })
  })
  let [status, cursor, pages]: [number, string | null, number] = [200, '', 0]
  while (status === 200 && cursor !== null) {
    const [told, body] = await ask(cursor === '' ? '' : `&cursor=${cursor}`)
    status = told
    if (told === 200) cursor = (body as Answer).next
    pages++
  }
  // The chain is asked for the rest, and this node does not tell it.
  expect([pages, status, cursor === null]).toEqual([21, 502, false])
})

describe('whom the account has sent to', () => {
  const paid = getAddress(`0x1234567${'0'.repeat(26)}abcdef9`)
  const recipients = Array.from({ length: 180 }, (_, index) =>
    getAddress(`0x${String(index + 1).padStart(40, '7')}`),
  )
  /** The first payment of all is to the one that is looked for. */
  const rows = [paid, ...recipients]
    .map((to, index) => outer(index + 1, { to, nonce: String(index) }))
    .reverse()

  test('is known of the whole history, and not only of the page that was shown', async () => {
    const { history, app, clock } = await setUp({ txlist: rows })
    const ask = async () => {
      const path = `/v1/account/${owner}/lookalikes?start=1234567&end=abcdef9`
      const response = await whileTimePasses(clock, Promise.resolve(app.request(path)))
      return [response.status, await response.json()]
    }
    // Only an account whose history was asked for is read.
    expect(await ask()).toEqual([200, { addresses: [], isPartial: true }])
    expect(await ask()).toEqual([200, { addresses: [], isPartial: true }])
    await history()
    await expect.poll(ask).toEqual([200, { addresses: [paid] }])
  })

  test('is known of 10,000 transactions after one question, for some ten calls for each thousand', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      outer(index + 1, { to: index === 0 ? paid : (recipients[index % 180] ?? ''), nonce: String(index) }),
    ).reverse()
    const { history, app, clock, asked } = await setUp({ txlist: many })
    await history()
    const before = asked()
    const path = `/v1/account/${owner}/lookalikes?start=1234567&end=abcdef9`
    const ask = async () =>
      (await whileTimePasses(clock, Promise.resolve(app.request(path)))).json() as Promise<object>
    await ask()
    // Nobody asks any more, and the walk goes on.
    const known = async () => {
      await whileTimePasses(clock, new Promise((resolve) => void clock.setTimeout(() => resolve(0), 1_000)))
      return asked()
    }
    await expect.poll(known, { timeout: 20_000 }).toBe(before + 50)
    await expect.poll(ask, { timeout: 20_000 }).toEqual({ addresses: [paid] })
    expect(asked() - before).toBeLessThan(80)
  })

  test('marks dust that imitates somebody paid on a page far below', async () => {
    const lure = getAddress(`0x1234567${'5'.repeat(26)}abcdef9`)
    const dust = outer(500, { from: lure, to: owner, value: '1' })
    const { history, app, clock } = await setUp({ txlist: [dust, ...rows] })
    const path = `/v1/account/${owner}/lookalikes?start=1234567&end=abcdef9`
    const mark = async () => (await history()).data[0]?.transfers[0]?.fungible_info?.is_spam
    expect(await mark()).toBeUndefined()
    await expect
      .poll(async () => {
        await whileTimePasses(clock, Promise.resolve(app.request(path)))
        return mark()
      })
      .toBe(true)
  })

  test('a page has 50 entries that are no spam, of an account that is flooded with bait', async () => {
    const bait = Array.from({ length: 120 }, (_, index) =>
      moved(1_000 + index, { tokenName: 'Visit claim.com' }),
    )
    const { history } = await setUp({ txlist: rows, tokentx: bait.reverse() })
    const first = await history()
    const isBait = ({ transfers }: Transaction) =>
      transfers.every((one) => one.fungible_info?.is_spam === true)
    expect(first.data.filter((one) => !isBait(one))).toHaveLength(50)
    expect(first.data).toHaveLength(100)
    expect(first).toMatchObject({ spam: 70 })
    expect((await history(`&cursor=${first.next}`)).data).toHaveLength(50)
  })
})

async function setUp(
  lists: Lists,
  receipt: () => unknown = () => null,
  balance: (block: number) => unknown = () => null,
  chainId: `eip155:${number}` = 'eip155:1',
) {
  let asked = 0
  let change: (action: string, text: string) => string | undefined = (_action, text) => text
  const server = createServer((request, response) => {
    asked++
    const { searchParams } = new URL(request.url ?? '/', 'http://explorer.example')
    const action = searchParams.get('action') ?? ''
    expect(searchParams.get('address')).toBe(owner.toLowerCase())
    expect(searchParams.get('apikey')).toBe(key)
    const rows = (lists[action] ?? [])
      .filter(({ blockNumber }) => Number(blockNumber) <= Number(searchParams.get('endblock') ?? 1e9))
      .slice((Number(searchParams.get('page')) - 1) * Number(searchParams.get('offset')))
      .slice(0, Number(searchParams.get('offset')))
    const [status, message] = rows.length === 0 ? ['0', 'No transactions found'] : ['1', 'OK']
    const text = change(action, JSON.stringify({ status, message, result: rows }))
    if (text !== undefined) response.end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // Its node knows no transactions but, perhaps, one receipt.
  const node = await startNode(() => '')
  node.answer((body) => {
    type Call = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }
    const calls: Call | Call[] = JSON.parse(body)
    const resultOf = ({ method, params = [] }: Call) => {
      if (method === 'eth_getTransactionReceipt') return receipt()
      if (method === 'eth_getBalance') return balance(Number(params[1]))
      if (method === 'eth_getCode') return '0x'
      return method === 'eth_chainId' ? `0x${Number(chainId.slice(7)).toString(16)}` : null
    }
    const reply = (call: Call) => ({ jsonrpc: '2.0', id: call.id, result: resultOf(call) })
    return JSON.stringify(Array.isArray(calls) ? calls.map(reply) : reply(calls))
  })
  cleanups.push(() => node.close())
  const clock = createTestClock()
  const lines: string[] = []
  const context = createContext({
    settings: {
      httpBurst: 100_000,
      chains: [`${chainId}=${node.url}`],
      sources: [`${chainId}=etherscan@1000:http://127.0.0.1:${port}/api?apikey=${key}`],
    },
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const own = await createHistory(context, undefined)
  cleanups.push(() => own.close())
  const app = createBlockchain(context, own)
  const ask = async (query = ''): Promise<[status: number, body: unknown]> => {
    const response = await app.request(`/v1/account/${owner}/history?chainId=${chainId}${query}`)
    return [response.status, await response.json()]
  }
  return {
    own,
    app,
    clock,
    lines,
    ask,
    asked: () => asked,
    answer(handler: typeof change) {
      change = handler
    },
    async history(query = ''): Promise<Answer> {
      const [status, body] = await ask(query)
      if (status !== 200) throw new Error(JSON.stringify([body, lines]))
      return body as Answer
    },
  }
}

function summary({ metadata, transfers }: Transaction) {
  const { operationType, status, hash } = metadata
  return [
    operationType,
    status,
    Number(hash),
    transfers.map(({ direction, quantity, fungible_info, nft_info }) => [
      direction,
      quantity.numeric,
      fungible_info?.symbol ?? nft_info?.name,
    ]),
  ]
}
