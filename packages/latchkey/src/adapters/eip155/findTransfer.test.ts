import { describe, expect, test } from 'vitest'
import type { Asked, Transfer } from '../../core/transfers.js'
import { type MemoryTransaction, memoryChain, memoryNetwork } from '../../testing/memoryChain.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { findTransfer } from './findTransfer.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const eve = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')
const hashOf = (name: number) => `0x${name.toString(16).padStart(64, '0')}`

const coin: Transfer = { from: alice, to: bob, units: 77n }
const token: Transfer = { ...coin, tokenAddress: dollar }
/** The wallet was asked when block 11 was the newest; the newest is 20 now. */
const asked: Asked = { kind: 'transaction', nonce: 3, height: 11 }

/** The transfer, with a nonce and in a block; its hash is its nonce. */
const payment = (nonce: number, block?: number): MemoryTransaction => ({
  ...{ hash: hashOf(nonce), from: alice, to: bob, nonce, value: 77n, block },
})
/** Another transaction of the account. */
const other = (nonce: number, block?: number): MemoryTransaction => ({ ...payment(nonce, block), value: 1n })
const payLog = (units = 77n) => ({
  ...{ address: dollar, topics: [transferTopic, `0x${word(alice)}`, `0x${word(bob)}`] },
  data: `0x${word(units)}`,
})
const tokenPayment = (nonce: number, block?: number, units = 77n): MemoryTransaction => ({
  ...{ ...payment(nonce, block), to: dollar, value: 0n },
  ...{ input: `0xa9059cbb${word(bob)}${word(77n)}`, logs: [payLog(units)] },
})
const busy = () => {
  throw { code: -32000, message: 'busy' }
}

type More = Partial<Parameters<typeof findTransfer>[0]> & {
  readonly script?: Script
  readonly head?: number
}

function find(transactions: readonly MemoryTransaction[], { script, head, ...more }: More = {}) {
  const witness = memoryChain(transactions, { script, head })
  const found = findTransfer({ network: memoryNetwork, witness, transfer: coin, asked, ...more })
  return Object.assign(found, { witness })
}

const open = { status: 'open' }
const sent = (nonce: number) => ({ status: 'sent', sent: { kind: 'transaction', id: hashOf(nonce) } })
const used = (nonce: number) => ({ status: 'used', by: hashOf(nonce) })

describe('a transaction in a block', () => {
  test.each([12, 13, 15, 16, 19, 20])('is found by its nonce in block %i', async (block) => {
    const finding = find([other(2, 11), payment(3, block)])
    expect(await finding).toEqual(sent(3))
    const blocks = finding.witness.requests.filter(({ method }) => method === 'eth_getBlockByNumber')
    expect(blocks.map(({ params }) => params)).toEqual([[`0x${block.toString(16)}`, true]])
  })

  test.each([1, 9, 10, 11])('is found after a reorganisation has put it into block %i', async (block) => {
    expect(await find([other(2, 0), payment(3, block)])).toEqual(sent(3))
    // One that waited when the wallet was asked may have it, too.
    const all = [other(1, 0), other(2, block), payment(3, block)]
    expect(await find(all, { asked: { ...asked, waiting: 1 } })).toEqual(sent(3))
    expect(await find([payment(2, 0), other(3, block)])).toEqual(used(3))
  })

  test('far below the height at which the wallet was asked is not looked for', async () => {
    const [asked, head] = [{ kind: 'transaction', nonce: 3, height: 50 } as const, 60]
    expect(await find([other(2, 0), payment(3, 19)], { asked, head })).toEqual(sent(3))
    expect(await find([other(2, 0), payment(3, 18)], { asked, head })).toEqual(open)
  })

  test('is found behind transactions that were ahead of it in the wallet’s queue', async () => {
    expect(await find([other(3, 13), other(4, 13), payment(5, 17)])).toEqual(sent(5))
    expect(await find([other(3, 13), payment(4, 13)])).toEqual(sent(4))
    expect(await find([other(3, 13), other(4, 14), other(5, 15), payment(6, 20)])).toEqual(sent(6))
  })

  test('is the account’s own, however its address is written', async () => {
    expect(await find([{ ...payment(3, 15), from: alice.toLowerCase() }])).toEqual(sent(3))
    const busyBlock = [other(3, 13), { ...payment(50, 13), from: eve }, payment(4, 17)]
    expect(await find(busyBlock)).toEqual(sent(4))
  })

  test('with an earlier nonce is another transfer', async () => {
    expect(await find([payment(2, 15), other(3, 15)])).toEqual(used(3))
  })

  test('that is known to be another transfer is not it', async () => {
    expect(await find([payment(3, 15)], { others: [hashOf(3)] })).toEqual(used(3))
    expect(await find([payment(3, 15), payment(4, 15)], { others: [hashOf(3)] })).toEqual(sent(4))
  })
})

describe('a nonce that another transaction has used', () => {
  test('means that the transfer was not sent, and the first such transaction took its place', async () => {
    expect(await find([other(3, 15)])).toEqual(used(3))
    expect(await find([other(3, 13), other(4, 13), other(5, 18)])).toEqual(used(3))
  })

  test('means nothing while the account has a transaction pending', async () => {
    expect(await find([other(3, 15), other(4)])).toEqual(open)
  })

  test('means nothing where a block came meanwhile', async () => {
    let asked = 0
    const script = {
      eth_getTransactionCount([, tag]: readonly string[]) {
        if (tag !== 'latest' && tag !== 'pending') return Number(tag) >= 15 ? '0x4' : '0x3'
        return tag === 'latest' && asked++ === 0 ? '0x4' : '0x5'
      },
    }
    expect(await find([other(3, 15)], { script })).toEqual(open)
    const onlyLatest = { eth_getTransactionCount: script.eth_getTransactionCount }
    asked = 0
    const pendingStays = {
      eth_getTransactionCount: (params: readonly string[]) =>
        params[1] === 'pending' ? '0x4' : onlyLatest.eth_getTransactionCount(params),
    }
    expect(await find([other(3, 15)], { script: pendingStays })).toEqual(open)
  })

  test('means nothing where no transaction of the block has it', async () => {
    expect(await find([{ ...payment(4, 15), value: 1n }])).toEqual(open)
    expect(await find([{ ...payment(4, 12), value: 1n }])).toEqual(open)
  })

  test('means nothing where more were used than are looked at', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => other(3 + at, 15))
    expect(await find(many(64))).toEqual(used(3))
    const oneByOne = Array.from({ length: 65 }, (_, at) => other(3 + at, 12 + at))
    const finding = findTransfer({
      ...{ network: memoryNetwork, transfer: coin, asked },
      witness: memoryChain(oneByOne, { head: 100 }),
    })
    expect(await finding).toEqual(open)
  })
})

describe('an account whose transactions waited when the wallet was asked', () => {
  /** Those with the nonces 1 and 2 were in no block. */
  const behind: Asked = { ...asked, waiting: 2 }
  const maybe = (nonce: number) => ({ status: 'open', by: hashOf(nonce) })

  test('may have the transfer in the place of one of them', async () => {
    const before = other(0, 10)
    expect(await find([before, other(1, 14), payment(2, 15)], { asked: behind })).toEqual(maybe(2))
    expect(await find([before, payment(1, 14), other(2, 15), other(3, 16)], { asked: behind })).toEqual(
      maybe(1),
    )
    const carrier = { ...payment(1, 14), to: eve, value: 0n, input: `0x12345678${word(bob)}` }
    expect(await find([before, carrier, other(2, 15), other(3, 16)], { asked: behind })).toEqual(maybe(1))
  })

  test('may have it there while it still waits', async () => {
    expect(await find([other(0, 10), payment(1), other(2)], { asked: behind })).toEqual(maybe(1))
    expect(await find([other(0, 10), other(1, 14), payment(2)], { asked: behind })).toEqual(open)
    expect(await find([other(0, 10), payment(1), other(2), payment(3)], { asked: behind })).toEqual(sent(3))
  })

  test('is looked at without older states, which the node may not keep, while all of them wait', async () => {
    const chain = memoryChain([other(0, 10), other(1), payment(2)])
    const count = async (params: readonly unknown[]) => {
      if (params[1] !== 'latest' && params[1] !== 'pending')
        throw { code: -32000, message: 'missing trie node' }
      return chain.request({ method: 'eth_getTransactionCount', params })
    }
    const script = { eth_getTransactionCount: count } as Script
    expect(await find([other(0, 10), other(1), other(2)], { asked: behind, script })).toEqual(open)
    expect(await find([other(0, 10), other(1), payment(2)], { asked: behind, script })).toEqual(maybe(2))
  })

  test('has the transfer behind them, as ever', async () => {
    const all = [other(0, 10), other(1, 14), other(2, 14)]
    expect(await find([...all, payment(3, 15)], { asked: behind })).toEqual(sent(3))
    expect(await find([...all, payment(3)], { asked: behind })).toEqual(sent(3))
    expect(await find([...all, other(3, 15)], { asked: behind })).toEqual(used(3))
    expect(await find(all, { asked: behind })).toEqual(open)
  })

  test('has sent what is known to be another transfer', async () => {
    const all = [other(0, 10), payment(1, 14), other(2, 14), other(3, 15)]
    expect(await find(all, { asked: behind, others: [hashOf(1)] })).toEqual(used(3))
  })

  test('is not held up by what was in a block already', async () => {
    expect(await find([payment(1, 11), other(2, 14), other(3, 15)], { asked: behind })).toEqual(used(3))
  })
})

describe('an account with code, for which others may submit', () => {
  const script = { eth_getCode: '0xef0100d8da6bf26964af9d7eed9e03e53415d37aa96045' }

  test('may have sent the transfer although another transaction has used the nonce', async () => {
    expect(await find([other(3, 15)], { script })).toEqual(open)
    expect(await find([payment(3, 15)], { script })).toEqual(sent(3))
  })

  test('has sent a token if its contract says so', async () => {
    const bundle = { ...tokenPayment(9, 15), from: eve, to: eve }
    expect(await find([other(3, 15), bundle], { script, transfer: token })).toEqual(sent(9))
    expect(await find([other(3, 15)], { script, transfer: token })).toEqual(open)
    const silent = { ...script, eth_getLogs: busy }
    expect(await find([other(3, 15), bundle], { script: silent, transfer: token })).toEqual(open)
  })
})

describe('a transaction in no block', () => {
  test('is found in the node’s pending block', async () => {
    expect(await find([other(2, 11), payment(3)])).toEqual(sent(3))
    expect(await find([other(2, 11), other(3), payment(4)])).toEqual(sent(4))
  })

  test.each<[string, readonly MemoryTransaction[]]>([
    ['the account has none', [other(2, 11)]],
    ['another one is pending', [other(2, 11), other(3)]],
    ['it has an earlier nonce', [other(1, 11), payment(2), other(3)]],
    ['it is of another account', [other(2, 11), other(3), { ...payment(4), from: eve }]],
  ])('is not found: %s', async (_, transactions) => {
    expect(await find(transactions)).toEqual(open)
  })

  test('that is known to be another transfer is not it', async () => {
    expect(await find([other(2, 11), payment(3)], { others: [hashOf(3)] })).toEqual(open)
  })

  test('is not looked for where the account has none pending', async () => {
    const finding = find([other(2, 11)])
    await finding
    expect(finding.witness.requests.map(({ method }) => method)).not.toContain('eth_getBlockByNumber')
  })

  test('may be there where the node does not show its pending block', async () => {
    expect(await find([other(2, 11), payment(3)], { script: { eth_getBlockByNumber: busy } })).toEqual(open)
  })
})

describe('a transfer of a token', () => {
  const fee = { most: '1', about: '1', withheld: '7' }

  test('is proved by the token’s log', async () => {
    expect(await find([tokenPayment(3, 15)], { transfer: token })).toEqual(sent(3))
    expect(await find([tokenPayment(3, 15, 70n)], { transfer: token, fee })).toEqual(sent(3))
  })

  test('without such a log may have paid all the same', async () => {
    const unproved = { status: 'open', by: hashOf(3) }
    expect(await find([tokenPayment(3, 15, 70n)], { transfer: token })).toEqual(unproved)
    expect(await find([{ ...tokenPayment(3, 15), logs: [] }], { transfer: token })).toEqual(unproved)
  })

  test('that was reverted is found: its transaction says how it ended', async () => {
    const reverted = { ...tokenPayment(3, 15), isReverted: true, logs: [] }
    expect(await find([reverted], { transfer: token })).toEqual(sent(3))
  })
})

describe('a call of the account that may carry the transfer', () => {
  const trace = { type: 'CALL', from: alice, to: bob, value: '0x4d' }
  /** A call to a contract, with the recipient among its arguments. */
  const carrier = (nonce: number, block: number, more: object = {}): MemoryTransaction => ({
    ...{ ...payment(nonce, block), to: eve, value: 0n, input: `0x12345678${word(bob)}`, ...more },
  })

  test('is the transfer if the node’s trace shows it', async () => {
    expect(await find([carrier(3, 15, { trace })])).toEqual(sent(3))
    expect(
      await find([carrier(3, 15, { trace: { ...trace, value: '0x1' } }), carrier(4, 15, { trace })]),
    ).toEqual(sent(4))
  })

  test('leaves it open otherwise', async () => {
    expect(await find([carrier(3, 15, { trace: { ...trace, value: '0x1' } })])).toEqual(open)
    expect(await find([carrier(3, 15, { trace, isReverted: true })])).toEqual(open)
  })

  test('is passed over where it is known to be another transfer', async () => {
    expect(await find([carrier(3, 15, { trace })], { others: [hashOf(3)] })).toEqual(used(3))
  })

  test('is proved for a token by its log', async () => {
    const fee = { most: '1', about: '1', withheld: '7' }
    const batch = carrier(3, 15, { logs: [payLog(70n)] })
    expect(await find([batch], { transfer: token })).toEqual(open)
    expect(await find([batch], { transfer: token, fee })).toEqual(sent(3))
  })
})

test('without the nonce, or the height, at which the wallet was asked, nothing is known', async () => {
  expect(await find([payment(3, 15)], { asked: { ...asked, nonce: undefined } })).toEqual(open)
  expect(await find([payment(3, 15)], { asked: { ...asked, height: undefined } })).toEqual(open)
})

test.each(['eth_getTransactionCount', 'eth_blockNumber', 'eth_getBlockByNumber'])(
  'error: the node fails at %s',
  async (method) => {
    await expect(find([payment(3, 15)], { script: { [method]: busy } })).rejects.toThrow()
  },
)

describe('a batch of calls', () => {
  const batch: Asked = { ...asked, kind: 'calls', callsId: '0x0b' }
  const wallet = (answer: unknown) => scriptedProvider({ wallet_getCallsStatus: answer })
  const findBatch = (answer: unknown, transactions: readonly MemoryTransaction[], more: More = {}) =>
    find(transactions, { provider: wallet(answer), asked: batch, ...more })

  test.each([100, 200])('is sent where the wallet knows its id, and says %i', async (status) => {
    const sentBatch = { status: 'sent', sent: { kind: 'calls', id: '0x0b' } }
    expect(await findBatch({ status }, [])).toEqual(sentBatch)
    // A transaction that does the same is not asked for.
    expect(await findBatch({ status }, [payment(3, 15)])).toEqual(sentBatch)
  })

  test('that the wallet calls failed, or does not know, is looked for on the chain', async () => {
    for (const answer of [{ status: 500 }, busy]) {
      expect(await findBatch(answer, [other(2, 11)])).toEqual(open)
      expect(await findBatch(answer, [payment(3, 15)])).toEqual(sent(3))
    }
    expect(await find([payment(3, 15)], { asked: batch })).toEqual(sent(3))
  })

  test('without an id is looked for on the chain only', async () => {
    const provider = wallet({ status: 200 })
    expect(await find([payment(3, 15)], { provider, asked: { ...batch, callsId: undefined } })).toEqual(
      sent(3),
    )
    expect(provider.requests).toEqual([])
  })

  test('stays open where another transaction has used the nonce: somebody else may submit it', async () => {
    expect(await findBatch({ status: 500 }, [other(3, 15)])).toEqual(open)
  })

  test('of a token is found by its log, whoever submitted it', async () => {
    const bundle = { ...tokenPayment(9, 15), from: eve, to: eve }
    expect(await findBatch(busy, [bundle], { transfer: token })).toEqual(sent(9))
    expect(await findBatch(busy, [bundle], { transfer: token, others: [hashOf(9)] })).toEqual(open)
    expect(await findBatch(busy, [{ ...bundle, block: 11 }], { transfer: token })).toEqual(open)
    const taxed = { ...bundle, logs: [payLog(70n)] }
    expect(await findBatch(busy, [taxed], { transfer: token })).toEqual(open)
    const fee = { most: '1', about: '1', withheld: '7' }
    expect(await findBatch(busy, [taxed], { transfer: token, fee })).toEqual(sent(9))
  })

  test('of a token may have been sent where the node gives no logs', async () => {
    const more = { transfer: token, script: { eth_getLogs: busy } }
    expect(await findBatch(busy, [other(2, 11)], more)).toEqual({ status: 'open', isUnread: true })
    expect(await findBatch(busy, [other(3, 15)], more)).toEqual({ status: 'open', isUnread: true })
    expect(await findBatch(busy, [tokenPayment(3, 15)], more)).toEqual(sent(3))
  })
})
