import { createClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { memoryChain, memoryNetwork } from '../../testing/memoryChain.js'
import type { Script } from '../../testing/scriptedProvider.js'
import { isOlder, receiptOf } from './receiptOf.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const payment = { hash, from: alice, to: bob, nonce: 3 }

const read = (block: number | undefined, more: object = {}, script: Script = {}) => {
  const request = memoryChain([{ ...payment, block, ...more }], { script }).request as never
  return receiptOf(createClient({ transport: custom({ request }, { retryCount: 0 }) }), memoryNetwork, hash)
}

test('a transaction in a block has succeeded, or was reverted', async () => {
  expect(await read(7)).toMatchObject({ status: 'success', blockNumber: 7n })
  expect(await read(7, { isReverted: true })).toMatchObject({ status: 'reverted', blockNumber: 7n })
})

test('a transaction that no block has, or that the node does not know, has no receipt', async () => {
  expect(await read(undefined)).toBeUndefined()
  expect(await read(7, { hash: `0x${'cd'.repeat(32)}` })).toBeUndefined()
})

test('error: a receipt that does not say how it ended', async () => {
  const script = { eth_getTransactionReceipt: { transactionHash: hash, blockNumber: '0x7', logs: [] } }
  await expect(read(7, {}, script)).rejects.toMatchObject({
    code: 'SERVICE_ANSWER_INVALID',
    slots: { service: 'Local' },
    details: 'receipt',
  })
})

test('error: a node that fails', async () => {
  const script = {
    eth_getTransactionReceipt: () => {
      throw { code: -32000, message: 'busy' }
    },
  }
  await expect(read(7, {}, script)).rejects.toThrow('busy')
})

test.each<[bigint | null | undefined, number | undefined, boolean]>([
  [6n, 7, true],
  [7n, 7, true],
  [8n, 7, false],
  [0n, 0, true],
  [null, 7, false],
  [undefined, 7, false],
  [6n, undefined, false],
])(
  'a transaction of block %s was there before a wallet was asked at height %s: %s',
  (blockNumber, height, is) => {
    expect(isOlder({ kind: 'transaction', height }, { blockNumber })).toBe(is)
  },
)

test('without the height at which the wallet was asked, no transaction is older', () => {
  expect(isOlder(undefined, { blockNumber: 6n })).toBe(false)
})
