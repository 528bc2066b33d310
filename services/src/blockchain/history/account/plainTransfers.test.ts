import { expect, test } from 'vitest'
import type { Hex } from '../Entry.js'
import type { Block } from '../nodeAnswers.js'
import { receiptsOfPlainTransfers } from './plainTransfers.js'

const account: Hex = `0x${'a'.repeat(40)}`
const other: Hex = `0x${'b'.repeat(40)}`
const blockHash: Hex = `0x${'1'.repeat(64)}`
const hash: Hex = `0x${'2'.repeat(64)}`
const transfer = {
  ...{ hash, from: account, to: other, value: '0x64', nonce: '0x0', input: '0x', type: '0x2' },
  ...{ gas: '0x5208', gasPrice: '0x3' },
}
/** What the transfer costs: its value, and 21,000 times the price. */
const spent = -(100n + 63_000n)

function receipts(units: bigint, ...transactions: readonly object[]) {
  const block: Block = {
    ...{ number: 7, hash: blockHash, parentHash: blockHash, timestamp: 1, miner: other },
    ...{ withdrawals: [], transactions: [...transactions] },
  }
  return receiptsOfPlainTransfers([{ block: 7, units }], [block], account)
}

test('a balance that fell by the value and the least fee proves that the transfer succeeded', () => {
  expect(receipts(spent, transfer)).toMatchObject([
    { transactionHash: hash, blockHash, status: 1n, gasUsed: 21_000n, effectiveGasPrice: 3n },
  ])
})

const strange = { ...transfer, hash: `0x${'3'.repeat(64)}`, from: other, to: account }
test.each([
  ['the balance fell by the fee alone, as after a failure', -63_000n, [transfer]],
  ['the balance fell by more, as on a rollup', spent - 1n, [transfer]],
  ['coin came in too', spent + 5n, [transfer]],
  ['it may use more gas', spent, [{ ...transfer, gas: '0x5209' }]],
  ['the node tells no price', spent, [{ ...transfer, gasPrice: undefined }]],
  ['it moves nothing', -63_000n, [{ ...transfer, value: '0x0' }]],
  ['it is to the account itself', spent, [{ ...transfer, to: account }]],
  ['it is of a type that pays its fee otherwise', spent, [{ ...transfer, type: '0x71' }]],
  ['another transaction of the block is the account’s too', spent, [transfer, strange]],
  ['somebody else sent it', spent, [strange]],
])('nothing is proven where %s', (_, units, transactions) => {
  expect(receipts(units, ...transactions)).toEqual([])
})
