import { toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { callsStatus } from './callsStatus.js'
import type { Rpc } from './Rpc.js'
import type { BatchRecord } from './records.js'

const hash = (number: number) => toHex(number, { size: 32 })
const batch: BatchRecord = {
  id: '0x0a',
  origin: 'https://app.example',
  account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 'eip155:31337',
  sentAt: 1_000_000,
  isAtomic: false,
  transactions: [
    { hash: hash(1), nonce: 5 },
    { hash: hash(2), nonce: 6 },
  ],
}
const soon = 1_010_000
const later = 2_000_000

/** A node that has some receipts, and tells a count of the account's transactions. */
function node(receipts: { readonly [hash: string]: string }, { count = 5, isKnown = false } = {}): Rpc {
  return async (_, method, params) => {
    if (method === 'eth_getTransactionCount') return toHex(count)
    if (method === 'eth_getTransactionByHash') return isKnown ? { hash: params[0] } : null
    const status = receipts[String(params[0])]
    return status === undefined
      ? null
      : { status, logs: [], blockHash: hash(9), blockNumber: '0x1', gasUsed: '0x5208' }
  }
}
const statusOf = async (rpc: Rpc, now = soon, one: BatchRecord = batch) =>
  (await callsStatus(one, rpc, now)).status

describe('of transactions', () => {
  test('done, reverted, in part, and pending', async () => {
    expect(await statusOf(node({ [hash(1)]: '0x1', [hash(2)]: '0x1' }))).toBe(200)
    expect(await statusOf(node({ [hash(1)]: '0x0', [hash(2)]: '0x0' }))).toBe(500)
    expect(await statusOf(node({ [hash(1)]: '0x1', [hash(2)]: '0x0' }))).toBe(600)
    expect(await statusOf(node({ [hash(1)]: '0x1' }))).toBe(100)
    expect(await statusOf(node({}))).toBe(100)
  })

  test('what was not sent at all makes a batch partial', async () => {
    const partial = { ...batch, transactions: batch.transactions.slice(0, 1), isPartial: true }
    expect(await statusOf(node({ [hash(1)]: '0x1' }), soon, partial)).toBe(600)
  })

  test('lost only if another transaction has used the nonce, no node knows it, and time has passed', async () => {
    expect(await statusOf(node({}, { count: 6 }), later)).toBe(400)
    expect(await statusOf(node({}, { count: 6 }), soon)).toBe(100)
    expect(await statusOf(node({}, { count: 5 }), later)).toBe(100)
    expect(await statusOf(node({}, { count: 6, isKnown: true }), later)).toBe(100)
  })

  test('a node that does not answer leaves it pending', async () => {
    const deaf: Rpc = () => Promise.reject(new Error('no answer'))
    expect(await statusOf(deaf, later)).toBe(100)
  })

  test('has the shape of EIP-5792', async () => {
    expect(await callsStatus(batch, node({ [hash(1)]: '0x1', [hash(2)]: '0x1' }), soon)).toEqual({
      version: '2.0.0',
      id: '0x0a',
      chainId: '0x7a69',
      atomic: false,
      status: 200,
      receipts: [hash(1), hash(2)].map((transactionHash) => ({
        ...{ logs: [], status: '0x1', blockHash: hash(9), blockNumber: '0x1', gasUsed: '0x5208' },
        transactionHash,
      })),
    })
  })
})

describe('of an operation', () => {
  const operation = {
    ...batch,
    isAtomic: true,
    transactions: [],
    operation: { hash: hash(7), sinceBlock: toHex(1), nonce: toHex((3n << 64n) + 4n) },
  }
  const withEvent =
    (isDone: boolean): Rpc =>
    async (id, method, params) => {
      if (method !== 'eth_getLogs') return node({ [hash(1)]: '0x1' })(id, method, params)
      return [
        {
          transactionHash: hash(1),
          data: `0x${'0'.repeat(64)}${toHex(isDone ? 1 : 0, { size: 32 }).slice(2)}${'0'.repeat(128)}`,
        },
      ]
    }

  test('done, failed within a transaction that succeeded, and pending', async () => {
    expect(await statusOf(withEvent(true), soon, operation)).toBe(200)
    expect(await statusOf(withEvent(false), soon, operation)).toBe(500)
    expect(await statusOf(async () => [], soon, operation)).toBe(100)
  })

  test('lost once another one has used its nonce, or a day after nobody did', async () => {
    const day = 24 * 60 * 60_000
    const nothing =
      (sequence: bigint, logs: unknown = []): Rpc =>
      async (_, method, params) => {
        if (method === 'eth_getLogs') return logs
        // `getNonce` with the key of the operation's nonce.
        expect(JSON.stringify(params)).toContain(`${toHex(3, { size: 32 }).slice(2)}"`)
        return toHex((3n << 64n) + sequence, { size: 32 })
      }
    expect(await statusOf(nothing(5n), later, operation)).toBe(400)
    expect(await statusOf(nothing(5n), soon, operation)).toBe(100)
    expect(await statusOf(nothing(5n, null), later + day, operation)).toBe(100)
    expect(await statusOf(nothing(4n), later, operation)).toBe(100)
    expect(await statusOf(nothing(4n), later + day, operation)).toBe(400)
    const deaf: Rpc = () => Promise.reject(new Error('no answer'))
    expect(await statusOf(deaf, later + day, operation)).toBe(100)
    const { nonce: _, ...unknown } = operation.operation
    expect(await statusOf(nothing(5n), later + day, { ...operation, operation: unknown })).toBe(100)
    // It came all the same.
    expect(await statusOf(withEvent(true), later + day, operation)).toBe(200)
  })
})
