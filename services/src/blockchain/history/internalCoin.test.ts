import { expect, test } from 'vitest'
import type { Nodes } from '../nodes.js'
import type { AccountEntry, Entry, Hex } from './Entry.js'
import { addInternalCoin } from './internalCoin.js'
import type { Block } from './nodeAnswers.js'

const account: Hex = `0x${'a'.repeat(40)}`
const contract: Hex = `0x${'c'.repeat(40)}`
const block = { number: 7, miner: contract, withdrawals: [], transactions: [] } as unknown as Block

/** A node that knows the balance before and after the block. */
const nodes = (before: number, after: number): Nodes => ({
  chainId: 'eip155:31337',
  ask: async (calls) =>
    calls.map(({ params }) => {
      const [, tag] = params as readonly string[]
      return { result: `0x${(tag === '0x6' ? before : after).toString(16)}` }
    }),
})
const call = (more: Partial<Entry> = {}): AccountEntry => ({
  account,
  entry: {
    ...{ hash: `0x${'1'.repeat(64)}`, block: 7, index: 0, minedAt: 1, status: 'confirmed', from: account },
    ...{ to: contract, nonce: 0, selector: '0x12345678', isOwn: true, feeUnits: '10', movements: [] },
    ...{ approvals: [], ...more },
  },
})
const concluded = async (entries: readonly AccountEntry[], blocks = [block]) =>
  (await addInternalCoin(nodes(100, 140), entries, blocks)).flatMap(({ entry }) => entry.movements)

test('a rise after the only call to a contract is concluded to be its payment', async () => {
  const payment = { standard: 'native', units: '50', from: contract, to: account, isConcluded: true }
  expect(await concluded([call()])).toEqual([payment])
})

test.each<[string, readonly AccountEntry[], readonly Block[]]>([
  ['two calls could have paid', [call(), call({ index: 1 })], [block]],
  ['the call failed', [call({ status: 'failed' })], [block]],
  ['the fee is unknown', [call({ feeUnits: undefined })], [block]],
  ['the account mined the block', [call()], [{ ...block, miner: account }]],
  ['the block paid a withdrawal', [call()], [{ ...block, withdrawals: [{ address: account, amount: 1n }] }]],
])('nothing is concluded where %s', async (_, entries, blocks) => {
  expect(await concluded(entries, [...blocks])).toEqual([])
})
