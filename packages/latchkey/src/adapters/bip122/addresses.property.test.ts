import * as ecc from '@bitcoinerlab/secp256k1'
import * as btc from '@scure/btc-signer'
import { Address, NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { address as bitcoinjs, networks as bitcoinjsNetworks, initEccLib } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutatedText } from '../../testing/mutatedText.js'
import { readTarget, toAddress } from './addresses.js'
import { hexOf } from './bytes.js'
import { chains, type Prefixes, regtestPrefixes } from './chains.js'
import { isSameAddress } from './isSameAddress.js'

/** `npm run long` tries a million. */
const runs = Number(process.env.LONG_RUNS ?? 3_000)
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

// The kit reads addresses by `@scure/btc-signer`, so another library judges them, too.
initEccLib(ecc)

/** The script that an address stands for as bitcoinjs-lib reads it, in hex; `undefined` if it refuses the address. */
function scriptByBitcoinjs(
  text: string,
  { bech32, pubKeyHash, scriptHash, wif }: Prefixes,
): string | undefined {
  try {
    const network = { ...bitcoinjsNetworks.bitcoin, bech32, pubKeyHash, scriptHash, wif }
    return hexOf(bitcoinjs.toOutputScript(text, network))
  } catch {
    return undefined
  }
}

/** The script as the kit reads it. */
function scriptByKit(text: string, prefixes: Prefixes): string | undefined {
  const target = readTarget(btc, text, prefixes)
  return target && hexOf(target.script)
}

/** Whether the library that the kit uses reads an address, and writes it the same way. */
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
  for (const [index, address] of addresses.entries()) {
    expect(await toAddress(address)).toBe(address)
    const network = networks[Math.floor(index / 5)] ?? NETWORK
    expect(scriptByBitcoinjs(address, network)).toBe(scriptByKit(address, network))
    expect(scriptByBitcoinjs(address, network)).toBeDefined()
  }
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

test('a mutated address is never accepted if its library or bitcoinjs-lib refuses it', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(mutatedText(addresses, letters), async (text) => {
      const read = await toAddress(text)
      if (read === undefined) refused++
      else {
        expect(isReadByLibrary(text)).toBe(true)
        expect(networks.some((network) => scriptByBitcoinjs(text, network) !== undefined)).toBe(true)
      }
    }),
    { numRuns: runs },
  )
  expect(refused).toBeGreaterThan(runs / 2)
}, 3_600_000)

test('an address of one network is never one of another, however it is changed', async () => {
  const known = chains.filter(({ satsConnect }) => ['Mainnet', 'Testnet', 'Regtest'].includes(satsConnect))
  await fc.assert(
    fc.asyncProperty(mutatedText(addresses, letters), fc.constantFrom(...known), async (text, chain) => {
      const read = await toAddress(text, chain.networkId)
      if (read === undefined) return
      const { encode, decode } = Address(chain.prefixes)
      expect(isSameAddress(encode(decode(text)), read)).toBe(true)
      expect(scriptByBitcoinjs(text, chain.prefixes)).toBe(scriptByKit(text, chain.prefixes))
    }),
    { numRuns: runs },
  )
}, 3_600_000)
