import { afterEach, expect, test, vi } from 'vitest'
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
