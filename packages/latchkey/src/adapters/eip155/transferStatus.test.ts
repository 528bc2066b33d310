import { describe, expect, test } from 'vitest'
import type { Asked, Transfer } from '../../core/transfers.js'
import { type MemoryTransaction, memoryChain, memoryNetwork } from '../../testing/memoryChain.js'
import { type Script, scriptedProvider } from '../../testing/scriptedProvider.js'
import { transferStatus } from './transferStatus.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const eve = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hash = `0x${'ab'.repeat(32)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string | bigint) => BigInt(value).toString(16).padStart(64, '0')

const coin: Transfer = { from: alice, to: bob, units: 77n }
const token: Transfer = { ...coin, tokenAddress: dollar }
const payment: MemoryTransaction = { hash, from: alice, to: bob, nonce: 3, value: 77n, block: 12 }
const tokenPayment: MemoryTransaction = {
  ...{ ...payment, to: dollar, value: 0n, input: `0xa9059cbb${word(bob)}${word(77n)}` },
  logs: [
    {
      address: dollar,
      topics: [transferTopic, `0x${word(alice)}`, `0x${word(bob)}`],
      data: `0x${word(77n)}`,
    },
  ],
}
const asked: Asked = { kind: 'transaction', nonce: 3, height: 11 }

type More = {
  readonly transfer?: Transfer | undefined
  readonly asked?: Asked | undefined
  readonly sent?: { readonly from?: string | undefined; readonly nonce?: number | undefined }
  readonly fee?: { readonly most: string; readonly about: string; readonly withheld?: string }
  readonly others?: readonly MemoryTransaction[]
  readonly script?: Script
}

function statusOf(transaction: Partial<MemoryTransaction> | undefined, more: More = {}) {
  const { transfer, asked, sent = { from: alice }, fee, others = [], script = {} } = more
  const all = [...others, ...(transaction === undefined ? [] : [{ ...payment, ...transaction }])]
  const witness = memoryChain(all, { script })
  const status = transferStatus({
    ...{ network: memoryNetwork, witness, transfer, asked, fee },
    sent: { kind: 'transaction', id: hash, ...sent },
  })
  return Object.assign(status, { witness })
}

describe('a transaction in a block', () => {
  test('is confirmed, or has failed, where nothing is known of the transfer', async () => {
    const reading = statusOf({})
    expect(await reading).toEqual({ status: 'confirmed', hash })
    expect(reading.witness.requests.map(({ method }) => method)).not.toContain('eth_getTransactionByHash')
    expect(await statusOf({ isReverted: true })).toEqual({ status: 'failed', hash })
  })

  test('that makes the transfer is confirmed, with its nonce', async () => {
    expect(await statusOf({}, { transfer: coin, asked })).toEqual({ status: 'confirmed', hash, nonce: 3 })
    expect(await statusOf({ from: alice.toLowerCase() }, { transfer: coin })).toMatchObject({ nonce: 3 })
    expect(await statusOf(tokenPayment, { transfer: token, asked })).toMatchObject({ status: 'confirmed' })
  })

  test('that makes it in another account’s transaction is confirmed without that one’s nonce', async () => {
    const trace = { type: 'CALL', from: alice, to: bob, value: '0x4d' }
    expect(await statusOf({ from: eve, to: alice, value: 0n, trace }, { transfer: coin, asked })).toEqual({
      ...{ status: 'confirmed', hash },
    })
  })

  test('that should make it and was reverted has failed', async () => {
    expect(await statusOf({ isReverted: true }, { transfer: coin, asked })).toEqual({
      ...{ status: 'failed', hash, nonce: 3 },
    })
    expect(await statusOf({ isReverted: true, value: 78n }, { transfer: coin, asked })).toEqual({
      ...{ status: 'other', isMined: true, nonce: 3 },
    })
  })

  test.each<[string, Partial<MemoryTransaction>]>([
    ['another amount', { value: 78n }],
    ['another recipient', { to: eve }],
    ['a token', tokenPayment],
  ])('that sends %s is another', async (_, transaction) => {
    expect(await statusOf(transaction, { transfer: coin, asked })).toEqual({
      ...{ status: 'other', isMined: true, nonce: 3 },
    })
  })

  test('of another account is another, and has no nonce of this one', async () => {
    expect(await statusOf({ from: eve }, { transfer: coin, asked })).toEqual({
      status: 'other',
      isMined: true,
    })
  })

  test('that calls the token and logs another amount is the transfer only if the review said so', async () => {
    const logs = tokenPayment.logs?.map((log) => ({ ...log, data: `0x${word(70n)}` })) ?? []
    const taxed = { ...tokenPayment, logs }
    expect(await statusOf(taxed, { transfer: token, asked })).toMatchObject({ status: 'other' })
    const fee = { most: '1', about: '1', withheld: '7' }
    expect(await statusOf(taxed, { transfer: token, asked, fee })).toMatchObject({ status: 'confirmed' })
  })

  test('from before the wallet was asked is another', async () => {
    const later: Asked = { ...asked, nonce: 4, height: 12 }
    expect(await statusOf({}, { transfer: coin, asked: later })).toMatchObject({ status: 'other' })
    expect(await statusOf({ isReverted: true }, { transfer: coin, asked: later })).toMatchObject({
      ...{ status: 'other', isMined: true },
    })
  })

  test('that a reorganisation has put below the height at which the wallet was asked is told by its nonce', async () => {
    const later: Asked = { ...asked, height: 12 }
    expect(await statusOf({}, { transfer: coin, asked: later })).toMatchObject({ status: 'confirmed' })
    expect(await statusOf({ isReverted: true }, { transfer: coin, asked: later })).toMatchObject({
      ...{ status: 'failed' },
    })
    const trace = { type: 'CALL', from: alice, to: bob, value: '0x4d' }
    const ofEve = { from: eve, to: alice, nonce: 99, value: 0n, trace }
    expect(await statusOf(ofEve, { transfer: coin, asked: later })).toMatchObject({ status: 'other' })
  })
})

describe('a transaction in no block', () => {
  const waiting = { block: undefined }
  const pending = { status: 'pending', hash }

  test('that the node knows is pending, with its nonce', async () => {
    expect(await statusOf(waiting)).toEqual({ ...pending, nonce: 3, isOutrun: false })
    expect(await statusOf(waiting, { transfer: coin, asked })).toEqual({
      ...pending,
      nonce: 3,
      isOutrun: false,
    })
  })

  test('that the node does not know is pending', async () => {
    expect(await statusOf(undefined)).toEqual(pending)
    expect(await statusOf(undefined, { transfer: coin, asked })).toEqual(pending)
    const script = {
      eth_getTransactionByHash: () => {
        throw { code: -32000, message: 'busy' }
      },
    }
    expect(await statusOf(waiting, { script })).toEqual(pending)
  })

  test('is pending without more where its account is not known', async () => {
    expect(await statusOf(waiting, { sent: {} })).toEqual(pending)
    expect(await statusOf(waiting, { sent: { nonce: 3 } })).toEqual(pending)
  })

  test.each<[string, Partial<MemoryTransaction>]>([
    ['another amount', { value: 78n }],
    ['another recipient', { to: eve }],
    ['nothing, by another account', { from: eve, value: 0n }],
  ])('that sends %s is another', async (_, transaction) => {
    const more = { transfer: coin, asked }
    expect(await statusOf({ ...waiting, ...transaction }, more)).toEqual({ status: 'other' })
  })

  test.each(['0x1fad948c', '0x765e827f'])('and bundles with %s may make it', async (selector) => {
    const bundle = { ...waiting, from: eve, value: 0n, input: `${selector}${word(alice)}` }
    expect(await statusOf(bundle, { transfer: coin, asked })).toEqual(pending)
    const elses = { ...bundle, input: `${selector}${word(eve)}` }
    expect(await statusOf(elses, { transfer: coin, asked })).toEqual({ status: 'other' })
  })

  describe('whose nonce was found before', () => {
    const sent = { from: alice, nonce: 3 }
    /** A later transaction of the account, in a block. */
    const next: MemoryTransaction = { ...payment, hash: `0x${'cd'.repeat(32)}`, nonce: 3, value: 1n }

    test('is not outrun while the account has not used it', async () => {
      const reading = statusOf(undefined, { sent, others: [{ ...next, nonce: 2 }] })
      expect(await reading).toEqual({ ...pending, nonce: 3, isOutrun: false })
      expect(reading.witness.requests.map(({ method }) => method)).not.toContain('eth_getTransactionByHash')
    })

    test('is outrun when another transaction has used it', async () => {
      const outrun = { ...pending, nonce: 3, isOutrun: true }
      expect(await statusOf(undefined, { sent, others: [next] })).toEqual(outrun)
      expect(await statusOf(undefined, { sent, others: [{ ...next, nonce: 4 }] })).toEqual(outrun)
      // The node still has it in its pool.
      expect(await statusOf(waiting, { sent, others: [next] })).toEqual(outrun)
    })

    test('counts only what is in a block', async () => {
      const others = [{ ...next, block: undefined }]
      expect(await statusOf(undefined, { sent, others })).toMatchObject({ isOutrun: false })
    })

    test('is not outrun where a block has it, and the node no receipt yet', async () => {
      const script = { eth_getTransactionReceipt: null }
      expect(await statusOf({}, { sent, script })).toEqual({ ...pending, nonce: 3, isOutrun: false })
    })

    test('error: the node does not say whether a block has it', async () => {
      const script = {
        eth_getTransactionByHash: () => {
          throw { code: -32000, message: 'busy' }
        },
      }
      await expect(statusOf(undefined, { sent, others: [next], script })).rejects.toThrow(
        'could not be asked',
      )
    })
  })
})

test('of a batch of calls, the wallet says in which transaction it is', async () => {
  const provider = scriptedProvider({
    wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: hash }] },
  })
  const status = await transferStatus({
    ...{ provider, network: memoryNetwork, witness: memoryChain([payment]), transfer: coin, asked },
    sent: { kind: 'calls', id: '0x01', from: alice },
  })
  expect(status).toEqual({ status: 'confirmed', hash })
})
