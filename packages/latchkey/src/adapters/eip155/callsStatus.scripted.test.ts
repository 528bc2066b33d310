import { describe, expect, test } from 'vitest'
import type { Asked, Transfer } from '../../core/transfers.js'
import { type MemoryTransaction, memoryChain, memoryNetwork } from '../../testing/memoryChain.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { callsStatus, readCalls } from './callsStatus.js'

// Batches of calls (EIP-5792) without a chain: what the wallet says, and what a node says of the transactions it names.

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const eve = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hashOf = (digit: string) => `0x${digit.repeat(64)}`
const [one, two, three, four, five] = ['1', '2', '3', '4', '5'].map(hashOf) as [
  string,
  string,
  string,
  string,
  string,
]
const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')

const coin: Transfer = { from: alice, to: bob, units: 77n }
const asked: Asked = { kind: 'calls', callsId: '0x01', nonce: 3, height: 11 }
const payment: MemoryTransaction = { hash: one, from: alice, to: bob, nonce: 3, value: 77n, block: 12 }

const provider = (answer: unknown) => scriptedProvider({ wallet_getCallsStatus: answer })
const receipts = (...hashes: readonly unknown[]) => hashes.map((transactionHash) => ({ transactionHash }))

describe('what a wallet says of a batch', () => {
  test.each([
    [100, 'pending'],
    [199, 'pending'],
    ['PENDING', 'pending'],
    [200, 'done'],
    [299, 'done'],
    ['CONFIRMED', 'done'],
    [400, 'failed'],
    [500, 'failed'],
    [699, 'failed'],
  ])('%j is %s', async (status, stage) => {
    const wallet = provider({ status })
    expect(await readCalls(wallet, '0x01')).toEqual({ stage, hashes: [] })
    expect(wallet.requests).toEqual([{ method: 'wallet_getCallsStatus', params: ['0x01'] }])
  })

  test.each([99, 300, 399, 700, Number.NaN, '200', 'FAILED', undefined, null])(
    'error: it says %j',
    async (status) => {
      await expect(readCalls(provider({ status }), '0x01')).rejects.toMatchObject({
        ...{ code: 'WALLET_ANSWER_INVALID', details: 'wallet_getCallsStatus' },
      })
    },
  )

  test.each([[null], ['PENDING'], [[200]], [undefined]])('error: it answers %j', async (answer) => {
    await expect(readCalls(provider(answer), '0x01')).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  test('error: it fails by itself', async () => {
    const failing = provider(() => {
      throw { code: 5730, message: 'unknown bundle' }
    })
    await expect(readCalls(failing, '0x01')).rejects.toMatchObject({ code: 5730 })
  })

  test.each([undefined, null, {}, 'wallet'])('error: there is no wallet, but %j', async (none) => {
    await expect(readCalls(none, '0x01')).rejects.toMatchObject({ code: 'PROVIDER_UNDEFINED' })
  })

  test('names its newest four transactions, the newest first', async () => {
    const answer = { status: 200, receipts: receipts(five, one, two, three, four) }
    expect((await readCalls(provider(answer), '0x01')).hashes).toEqual([four, three, two, one])
  })

  test('names nothing that is no hash', async () => {
    const answer = { status: 200, receipts: [...receipts(one, '0x12', 7), null, one] }
    expect((await readCalls(provider(answer), '0x01')).hashes).toEqual([])
    const some = { status: 200, receipts: [...receipts(one, '0x12'), null] }
    expect((await readCalls(provider(some), '0x01')).hashes).toEqual([one])
    expect((await readCalls(provider({ status: 200, receipts: one }), '0x01')).hashes).toEqual([])
  })
})

describe('the status of a batch', () => {
  type More = Partial<Parameters<typeof callsStatus>[0]> & { readonly on?: readonly MemoryTransaction[] }
  const statusOf = (answer: unknown, { on = [payment], ...more }: More = {}) =>
    callsStatus({
      ...{ provider: provider(answer), network: memoryNetwork, witness: memoryChain(on) },
      ...{ sent: { kind: 'calls', id: '0x01' }, transfer: coin, asked, ...more },
    })
  const saying = (status: number, ...hashes: readonly unknown[]) => ({
    status,
    receipts: receipts(...hashes),
  })

  test.each([100, 200, 500])(
    'is confirmed where a block has the transfer, also if the wallet says %i',
    async (said) => {
      expect(await statusOf(saying(said, one))).toEqual({ status: 'confirmed', hash: one })
    },
  )

  test('is pending, or another’s, as long as the wallet names nothing', async () => {
    expect(await statusOf(saying(100))).toEqual({ status: 'pending' })
    expect(await statusOf(saying(200))).toEqual({ status: 'pending' })
    expect(await statusOf(saying(400))).toEqual({ status: 'other' })
  })

  test('is pending with the transaction that a block has, if that proves nothing', async () => {
    const other = { ...payment, value: 78n }
    expect(await statusOf(saying(200, one), { on: [other] })).toEqual({ status: 'pending', hash: one })
    const both = [other, { ...other, hash: two }]
    expect(await statusOf(saying(200, one, two), { on: both })).toEqual({ status: 'pending', hash: two })
    expect(await statusOf(saying(400, one), { on: [other] })).toEqual({ status: 'other' })
  })

  test('is pending where no block has the named transaction, or it is older than the request', async () => {
    expect(await statusOf(saying(200, one), { on: [{ ...payment, block: undefined }] })).toEqual({
      status: 'pending',
    })
    expect(await statusOf(saying(200, one), { on: [{ ...payment, block: 11 }] })).toEqual({
      status: 'pending',
    })
  })

  test('is that of the first named transaction that decides it', async () => {
    const reverted = { ...payment, hash: two, isReverted: true }
    expect(await statusOf(saying(200, two, one), { on: [payment, reverted] })).toMatchObject({ hash: one })
    expect(await statusOf(saying(200, one, two), { on: [payment, reverted] })).toEqual({
      ...{ status: 'failed', hash: two },
    })
  })

  describe('whose transaction was found before', () => {
    const sent = { kind: 'calls', id: '0x01', hash: one } as const

    test('is read from it, also if the wallet has forgotten the batch', async () => {
      const forgotten = () => {
        throw { code: 5730, message: 'unknown bundle' }
      }
      expect(await statusOf(forgotten, { sent })).toEqual({ status: 'confirmed', hash: one })
      expect(await statusOf(saying(200), { sent })).toEqual({ status: 'confirmed', hash: one })
      await expect(statusOf(forgotten)).rejects.toMatchObject({ code: 5730 })
    })

    test('is pending where nothing is known of it', async () => {
      const forgotten = () => {
        throw { code: 5730, message: 'unknown bundle' }
      }
      expect(await statusOf(forgotten, { sent, on: [] })).toEqual({ status: 'pending' })
    })

    test('is that of a newer transaction, which the wallet names', async () => {
      const on = [
        { ...payment, value: 78n },
        { ...payment, hash: two },
      ]
      expect(await statusOf(saying(200, two), { sent, on })).toEqual({ status: 'confirmed', hash: two })
    })
  })

  test('without the transfer, is that of its transaction', async () => {
    const more = { transfer: undefined, asked: { ...asked, height: 30 } }
    expect(await statusOf(saying(200, one), more)).toEqual({ status: 'confirmed', hash: one })
    const on = [{ ...payment, isReverted: true }]
    expect(await statusOf(saying(200, one), { ...more, on })).toEqual({ status: 'failed', hash: one })
    expect(await statusOf(saying(500), more)).toEqual({ status: 'pending' })
  })

  describe('whose transaction was reverted', () => {
    const reverted = { ...payment, isReverted: true }
    /** A call to a contract of the account, with the recipient among its arguments. */
    const within = { to: eve, value: 0n, input: `0x12345678${word(bob)}` }

    test('has failed where the account made it itself', async () => {
      const failed = { status: 'failed', hash: one }
      expect(await statusOf(saying(200, one), { on: [reverted] })).toEqual(failed)
      expect(await statusOf(saying(200, one), { on: [{ ...reverted, from: alice.toLowerCase() }] })).toEqual(
        failed,
      )
      expect(await statusOf(saying(200, one), { on: [{ ...reverted, ...within }] })).toEqual(failed)
    })

    test('goes on where somebody else made it, or it did something else', async () => {
      const pending = { status: 'pending', hash: one }
      expect(await statusOf(saying(200, one), { on: [{ ...reverted, ...within, from: eve }] })).toEqual(
        pending,
      )
      expect(await statusOf(saying(200, one), { on: [{ ...reverted, value: 78n }] })).toEqual(pending)
    })
  })

  test('of a token is confirmed by a log of what the review said', async () => {
    const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const log = {
      ...{ address: dollar, topics: [transferTopic, `0x${word(alice)}`, `0x${word(bob)}`] },
      data: `0x${word(70n)}`,
    }
    const on = [{ ...payment, to: dollar, value: 0n, logs: [log] }]
    const transfer = { ...coin, tokenAddress: dollar }
    expect(await statusOf(saying(200, one), { on, transfer })).toEqual({ status: 'pending', hash: one })
    const fee = { most: '1', about: '1', withheld: '7' }
    expect(await statusOf(saying(200, one), { on, transfer, fee })).toMatchObject({ status: 'confirmed' })
  })
})
