import { createClient, custom, type Log } from 'viem'
import { describe, expect, test } from 'vitest'
import { findLog, isBundleFor, isTransferWithin } from './isTransferWithin.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bundler = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hash = `0x${'ab'.repeat(32)}` as const
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const coin = { from: alice, to: bob, units: 77n }
const token = { ...coin, tokenAddress: dollar }
const receipt = {
  ...{ transactionHash: hash, blockNumber: 10n, from: bundler, to: entryPoint as string | null },
  ...{ status: 'success', logs: [] as readonly Log[] },
}

const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const amount = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}`
const logOf = (more: object = {}) =>
  ({
    address: dollar.toLowerCase(),
    topics: [transferTopic, word(alice), word(bob)],
    data: amount(77n),
    transactionHash: hash,
    ...more,
  }) as unknown as Log

type Asked = { readonly method: string; readonly params?: unknown }

/** A node that answers each method as it is told, and fails for all others. */
function nodeOf(answers: { readonly [method: string]: (params: never) => unknown }) {
  const asked: Asked[] = []
  const request = async ({ method, params }: Asked) => {
    asked.push({ method, params })
    const answer = answers[method]
    if (answer === undefined) throw new Error('unknown method')
    return answer(params as never)
  }
  return { asked, client: createClient({ transport: custom({ request }, { retryCount: 0 }) }) }
}

describe('a transfer of a token is proved by the log of its contract', () => {
  const isWithin = async (logs: readonly Log[], status = 'success') => {
    const { client, asked } = nodeOf({})
    const isProved = await isTransferWithin(client, { ...receipt, logs, status }, token)
    expect(asked).toEqual([])
    return isProved
  }

  test('in any letters, among others', async () => {
    expect(await isWithin([logOf()])).toBe(true)
    const inCapitals = [transferTopic, word(alice).toUpperCase().replace('0X', '0x'), word(bob)]
    expect(await isWithin([logOf({ data: '0x' }), logOf({ address: dollar, topics: inCapitals })])).toBe(true)
  })

  test.each<[string, object]>([
    ['of another contract', { address: bob }],
    ['of another event', { topics: [hash, word(alice), word(bob)] }],
    ['from somebody else', { topics: [transferTopic, word(bob), word(bob)] }],
    ['to somebody else', { topics: [transferTopic, word(alice), word(alice)] }],
    ['of a single token (ERC-721)', { topics: [transferTopic, word(alice), word(bob), amount(77n)] }],
    ['without a recipient', { topics: [transferTopic, word(alice)] }],
    ['of more', { data: amount(78n) }],
    ['of less', { data: amount(76n) }],
    ['with more behind the amount', { data: `${amount(77n)}00` }],
    ['with something before the amount', { data: `x${amount(77n)}` }],
    ['with a short amount', { data: '0x4d' }],
  ])('but not by one %s', async (_, more) => {
    expect(await isWithin([logOf(more)])).toBe(false)
  })

  test('but not where there is none, or where the transaction failed', async () => {
    expect(await isWithin([])).toBe(false)
    expect(await isWithin([logOf()], 'reverted')).toBe(false)
  })
})

describe('a transfer of the coin is proved by the trace of a node', () => {
  const paid = { type: 'CALL', from: alice.toLowerCase(), to: bob.toLowerCase(), value: '0x4d' }
  const isWithin = async (trace: unknown) => {
    const { client, asked } = nodeOf({ debug_traceTransaction: () => trace })
    const isProved = await isTransferWithin(client, receipt, coin)
    expect(asked).toEqual([{ method: 'debug_traceTransaction', params: [hash, { tracer: 'callTracer' }] }])
    return isProved
  }

  test('by its call, or by one within it', async () => {
    expect(await isWithin(paid)).toBe(true)
    const other = { type: 'CALL', from: bundler, to: entryPoint, value: '0x0' }
    expect(await isWithin({ ...other, calls: [other, { ...other, calls: [paid] }] })).toBe(true)
  })

  test.each<[string, object]>([
    ['that failed', { error: 'execution reverted' }],
    ['of another kind', { type: 'DELEGATECALL' }],
    ['from somebody else', { from: bundler }],
    ['without a sender', { from: undefined }],
    ['to somebody else', { to: bundler }],
    ['without a recipient', { to: null }],
    ['of more', { value: '0x4e' }],
    ['with an amount that is a number', { value: 77 }],
    ['with an amount in decimals', { value: '77' }],
    ['with more behind the amount', { value: '0x4d ' }],
    ['with something before the amount', { value: '00x4d' }],
    ['with an amount of no digits', { value: '0x' }],
    ['with an amount larger than any', { value: `0x${'0'.repeat(63)}4d` }],
    ['without a value, and with calls that are no list', { value: undefined, calls: { 0: paid } }],
  ])('but not by one %s', async (_, more) => {
    expect(await isWithin({ ...paid, ...more })).toBe(false)
  })

  test('but not within a call that failed, or by what is no call', async () => {
    const outer = { type: 'CALL', from: bundler, to: entryPoint, value: '0x0' }
    expect(await isWithin({ ...outer, error: 'out of gas', calls: [paid] })).toBe(false)
    expect(await isWithin({ ...outer, calls: [null, 'call', 7] })).toBe(false)
  })
})

describe('where the node gives no trace, the balances before and after the block prove it', () => {
  const before = { [alice]: 1_000n, [bob]: 5n }
  const named = [logOf({ address: entryPoint, topics: [hash, word(alice)] })]

  async function isWithin(after: { readonly [account: string]: bigint }, more: object = { logs: named }) {
    const balance = (account: string, block: string) => {
      const of = { '0x9': before, '0xa': after }[block] ?? {}
      const found = Object.entries(of).find(([one]) => one.toLowerCase() === account.toLowerCase())
      if (found === undefined) throw new Error('no state of this block')
      return `0x${found[1].toString(16)}`
    }
    const { client } = nodeOf({
      debug_traceTransaction: () => 'no traces',
      eth_getBalance: ([account, block]: [string, string]) => balance(account, block),
    })
    return isTransferWithin(client, { ...receipt, ...more }, coin)
  }

  test('the recipient has as much more, and the sender at least as much less', async () => {
    expect(await isWithin({ [alice]: 923n, [bob]: 82n })).toBe(true)
    expect(await isWithin({ [alice]: 900n, [bob]: 82n })).toBe(true)
  })

  test.each<[string, bigint, bigint]>([
    ['the sender has not as much less', 924n, 82n],
    ['the recipient has more', 923n, 83n],
    ['the recipient has less', 923n, 81n],
  ])('not if %s', async (_, ofAlice, ofBob) => {
    expect(await isWithin({ [alice]: ofAlice, [bob]: ofBob })).toBe(false)
  })

  test('the transaction must be one for the sender: by its logs, its sender or its recipient', async () => {
    const after = { [alice]: 923n, [bob]: 82n }
    expect(await isWithin(after, { logs: [] })).toBe(false)
    expect(await isWithin(after, { logs: [logOf({ topics: [hash] }), logOf({ topics: [word(bob)] })] })).toBe(
      false,
    )
    expect(await isWithin(after, { logs: [logOf({ topics: [] }), ...named] })).toBe(true)
    expect(await isWithin(after, { from: alice.toLowerCase() })).toBe(true)
    expect(await isWithin(after, { to: alice.toLowerCase() })).toBe(true)
    expect(await isWithin(after, { to: null })).toBe(false)
  })

  test('a node without the state of both blocks proves nothing', async () => {
    expect(await isWithin({ [alice]: 923n })).toBe(false)
  })
})

describe('findLog', () => {
  const found = {
    ...{ address: dollar, topics: [transferTopic, word(alice), word(bob)], data: amount(77n) },
    ...{ blockNumber: '0xb', logIndex: '0x0', transactionIndex: '0x0', blockHash: hash, removed: false },
  }
  const first = { ...found, transactionHash: `0x${'01'.repeat(32)}` }
  const second = { ...found, transactionHash: `0x${'02'.repeat(32)}` }
  const find = async (
    logs: readonly object[],
    asked: object = { height: 10 },
    others: readonly string[] = [],
  ) => {
    const node = nodeOf({ eth_getLogs: () => logs })
    return {
      hash: await findLog(node.client, token, { kind: 'transaction', ...asked }, others),
      asked: node.asked,
    }
  }

  test('finds the transaction that sent the token, after the block in which the wallet was asked', async () => {
    const { hash, asked } = await find([{ ...first, data: amount(78n) }, second])
    expect(hash).toBe(second.transactionHash)
    expect(asked).toEqual([
      {
        method: 'eth_getLogs',
        params: [
          {
            ...{ address: dollar, fromBlock: '0xb', toBlock: 'latest' },
            topics: [transferTopic, word(alice), word(bob)],
          },
        ],
      },
    ])
  })

  test('leaves out those of other transfers', async () => {
    expect((await find([first, second], { height: 10 }, [first.transactionHash])).hash).toBe(
      second.transactionHash,
    )
    expect((await find([first], { height: 10 }, [first.transactionHash])).hash).toBeUndefined()
  })

  test('asks nothing for the coin, or without a block to begin with', async () => {
    expect(await find([first], {})).toEqual({ hash: undefined, asked: [] })
    const { client, asked } = nodeOf({ eth_getLogs: () => [first] })
    expect(await findLog(client, coin, { kind: 'transaction', height: 10 }, [])).toBeUndefined()
    expect(asked).toEqual([])
  })

  test('concludes nothing where the node does not look back that far', async () => {
    const { client } = nodeOf({})
    await expect(findLog(client, token, { kind: 'transaction', height: 10 }, [])).rejects.toThrow()
  })
})

describe('a bundle for an account', () => {
  const names = word(alice).slice(2)

  test.each(['0x1fad948c', '0x765e827f', '0x1FAD948C'])(
    'begins with %s and names the account',
    (selector) => {
      expect(isBundleFor(selector + names, alice)).toBe(true)
      expect(isBundleFor(selector + names.toUpperCase(), alice)).toBe(true)
      expect(isBundleFor(selector + names, bob)).toBe(false)
    },
  )

  test.each(['0x12345678', '0x001fad948c', '0x1fad948d'])('does not begin with %s', (selector) => {
    expect(isBundleFor(selector + names, alice)).toBe(false)
  })
})
