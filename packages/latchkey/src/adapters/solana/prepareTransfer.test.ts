import { afterEach, describe, expect, test, vi } from 'vitest'
import { scriptedNode } from '../../testing/solana/scriptedNode.js'
import { prepareTransfer } from './prepareTransfer.js'
import { toBase58 } from './SolanaWallet.js'

afterEach(() => vi.unstubAllGlobals())

const blockhash = toBase58(new Uint8Array(32).fill(3))
const newest = toBase58(new Uint8Array(64).fill(4))

const prepare = (terms: { readonly blockhash: string; readonly newest: string }) => {
  const { network } = scriptedNode({
    getLatestBlockhash: () => ({
      context: { slot: 90 },
      value: { blockhash: terms.blockhash, lastValidBlockHeight: 240 },
    }),
    getSignaturesForAddress: () => [{ signature: terms.newest, slot: 80, err: null }],
  })
  return prepareTransfer({ network, from: toBase58(new Uint8Array(32).fill(1)), isAtomic: false })
}

test('the blockhash, the slot and the newest transaction are noted', async () => {
  const { terms } = await prepare({ blockhash, newest })
  expect(terms).toEqual({ blockhash, lastValid: '240', slot: '90', newest })
})

test.each([
  { blockhash: `0${blockhash}`, newest },
  { blockhash, newest: 'x'.repeat(5_000) },
  { blockhash, newest: blockhash },
])('what is no blockhash or no signature is not noted: %o', async (terms) => {
  await expect(prepare(terms)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
})

describe('a transfer that the wallet has refused before', () => {
  const from = toBase58(new Uint8Array(32).fill(1))
  const transfer = { from, to: toBase58(new Uint8Array(32).fill(2)), units: 5n }
  const feeOf = (price: string) => ({ most: '15000', about: '15000', terms: { units: '500', price } })
  const refused = { blockhash: toBase58(new Uint8Array(32).fill(9)), lastValid: '200', slot: '50', newest }

  const again = (height: number, price = '20000000') => {
    const { network } = scriptedNode({
      getBlockHeight: () => height,
      getLatestBlockhash: () => ({
        context: { slot: 90 },
        value: { blockhash, lastValidBlockHeight: 240 },
      }),
      getSignaturesForAddress: () => [],
      simulateTransaction: () => ({ value: { err: null } }),
    })
    const asked = { kind: 'transaction', terms: refused } as const
    return prepareTransfer({
      ...{ network, from, isAtomic: false, transfer, fee: feeOf('20000000') },
      again: { asked, fee: feeOf(price) },
    })
  }

  test('is asked for as the same transaction while a block may take it', async () => {
    const { terms } = await again(200, '19000000')
    expect(terms).toEqual({ ...refused, units: '500', price: '19000000' })
  })

  test('is a new transaction once no block can take the first', async () => {
    expect((await again(201)).terms).toEqual({ blockhash, lastValid: '240', slot: '90' })
  })

  test('never costs more than was reviewed', async () => {
    await expect(again(200, '20000001')).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
  })
})
