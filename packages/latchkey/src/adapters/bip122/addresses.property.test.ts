import { Address, NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAddress } from './addresses.js'
import { regtestPrefixes } from './chains.js'
import { isSameAddress } from './isSameAddress.js'

const networks = [NETWORK, TEST_NETWORK, regtestPrefixes]

/** One address of each kind on each network. */
const addresses = networks.flatMap((network, index) => {
  const secret = new Uint8Array(32).fill(index + 1)
  const key = pubECDSA(secret)
  return [
    p2pkh(key, network),
    p2sh(p2wpkh(key, network), network),
    p2wpkh(key, network),
    p2wsh(p2pkh(key, network), network),
    p2tr(pubSchnorr(secret), undefined, network),
  ].map(({ address = '' }) => address)
})

/** Whether the library reads an address, and writes it the same way. */
function isReadByLibrary(text: string): boolean {
  return networks.some((network) => {
    try {
      const { encode, decode } = Address(network)
      return isSameAddress(encode(decode(text)), text)
    } catch {
      return false
    }
  })
}

test('an address of each kind on each network is read as itself', async () => {
  expect(addresses).toHaveLength(15)
  for (const address of addresses) expect(await toAddress(address)).toBe(address)
})

test('bech32 in upper case is the same address, base58 is not', async () => {
  for (const address of addresses) {
    const upper = address.toUpperCase()
    const isBech32 = /^(bc|tb|bcrt)1/.test(address)
    expect(await toAddress(upper)).toBe(isBech32 ? address : undefined)
    expect(isSameAddress(upper, address)).toBe(isBech32)
  }
})

test.each([
  [
    'bech32 where bech32m must be (BIP-350)',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  ],
  [
    'a version 0 program in bech32m (BIP-350)',
    'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq0q0wj9',
  ],
  ['mixed case', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7KV8F3T4'],
  ['an output that anyone can spend', 'bc1pfeessrawgf'],
  ['an address of Litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['an address of Ethereum', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  [
    'a taproot key that is no point of the curve',
    Address(NETWORK).encode({ type: 'tr', pubkey: new Uint8Array(32) }),
  ],
])('refused: %s', async (_, text) => {
  expect(await toAddress(text)).toBeUndefined()
})

const letters =
  'qpzry9x8gf2tvdw0s3jn54khce6mua7l123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl: '
const mutation = fc.record({
  address: fc.constantFrom(...addresses),
  kind: fc.constantFrom('replace', 'insert', 'delete', 'swap'),
  at: fc.nat(80),
  letter: fc.constantFrom(...letters),
})

test('a mutated address is never accepted if the library refuses it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      let text = mutations[0]?.address ?? ''
      for (const { kind, at, letter } of mutations) {
        const place = at % text.length
        const [head, tail] = [text.slice(0, place), text.slice(place)]
        if (kind === 'replace') text = head + letter + tail.slice(1)
        if (kind === 'insert') text = head + letter + tail
        if (kind === 'delete') text = head + tail.slice(1)
        if (kind === 'swap') text = head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2)
      }
      const read = await toAddress(text)
      if (read !== undefined) expect(isReadByLibrary(text)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
}, 120_000)
