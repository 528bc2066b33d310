import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { bip122 } from '../adapters/bip122/bip122.js'
import { polkadot } from '../adapters/polkadot/polkadot.js'
import { toSs58 } from '../adapters/polkadot/ss58.js'
import { solana } from '../adapters/solana/solana.js'
import { recipientsItem } from '../features/send/recipients.js'
import { warnOf } from '../features/send/warnOf.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import { createTestKit } from './createTestKit.js'

// Look-alikes of a known recipient, by the rules of each family's addresses.

afterEach(() => vi.unstubAllGlobals())

/** Bytes of a key: those of `friend` up to a place, then others. */
const keyOf = (length: number, same: number, filler: number) =>
  Uint8Array.from({ length }, (_, at) => (at < same ? 17 * at + 40 : filler + at))

const polkadotId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusamaId = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const bitcoinId = 'bip122:000000000019d6689c085ae165831e93'
const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const base58check = createBase58check(sha256)
/** How each kind of address writes a key. */
const kinds: readonly (readonly [string, CaipNetworkId, number, (key: Uint8Array) => string])[] = [
  ['base58 of Solana', solanaId, 32, (key) => base58.encode(key)],
  ['base58 of Bitcoin', bitcoinId, 20, (key) => base58check.encode(Uint8Array.of(0, ...key))],
  ['bech32', bitcoinId, 20, (key) => bech32.encode('bc', [0, ...bech32.toWords(key)])],
  ['bech32m', bitcoinId, 32, (key) => bech32m.encode('bc', [1, ...bech32m.toWords(key)])],
  ['SS58 of Polkadot', polkadotId, 32, (key) => toSs58(key, 0)],
  ['SS58 of Kusama', kusamaId, 32, (key) => toSs58(key, 2)],
]

/** What is warned of before something is sent to an address, where others were sent to before. */
async function warned(networkId: CaipNetworkId, address: string, known: readonly string[]) {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  const networks = [solanaId, bitcoinId, polkadotId, kusamaId].map((id) => {
    const [of = '', reference = ''] = id.split(':')
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 9 }
    return defineNetwork({
      id: reference,
      namespace: of as Namespace,
      name: id,
      nativeCurrency,
      rpcUrl: 'https://a.invalid',
    })
  })
  const kit = createTestKit({ adapters: [solana(), bip122(), polkadot()], networks: networks as never })
  const namespace = networkId.split(':')[0] as Namespace
  kit.storage.write(recipientsItem(namespace), known)
  const account = {
    address: '',
    addresses: [''],
    caipAddress: `${networkId}:`,
    namespace,
    networkId,
    connectorId: 'mock',
  } as const
  return warnOf(kit, address, account)
}

test.each(kinds)('an address with the first characters of a known one is warned of: %s', async (...kind) => {
  const [, networkId, length, write] = kind
  const friend = write(keyOf(length, length, 0))
  const lure = write(keyOf(length, 8, 90))
  expect(lure).not.toBe(friend)
  expect(await warned(networkId, lure, [friend])).toMatchObject({
    lookalike: friend,
    warnings: expect.arrayContaining(['lookalike', 'firstTime']),
  })
})

test.each(kinds)('neither the known address itself nor a stranger is warned of: %s', async (...kind) => {
  const [, networkId, length, write] = kind
  const friend = write(keyOf(length, length, 0))
  expect((await warned(networkId, friend, [friend])).warnings).toEqual([])
  const stranger = await warned(networkId, write(keyOf(length, 0, 3)), [friend])
  expect(stranger.warnings).toEqual(['firstTime'])
})

test('a bech32 address in capitals is the same, and base58 in another case is another address', async () => {
  const [, , , writeBech32] = kinds[2] as (typeof kinds)[number]
  const friend = writeBech32(keyOf(20, 20, 0))
  expect((await warned(bitcoinId, friend.toUpperCase(), [friend])).warnings).toEqual([])
  const [, , , writeBase58] = kinds[0] as (typeof kinds)[number]
  const known = writeBase58(keyOf(32, 32, 0))
  const at = [...known].findIndex((one) => /[a-km-np-z]/.test(one) && /[A-HJ-NP-Z]/.test(one.toUpperCase()))
  const made = `${known.slice(0, at)}${known.charAt(at).toUpperCase()}${known.slice(at + 1)}`
  expect((await warned(solanaId, made, [known])).lookalike).toBe(known)
})

test('an account that was paid on another network is the same account, and its look-alikes here are found', async () => {
  const friend = keyOf(32, 32, 0)
  const paid = toSs58(friend, 0)
  expect((await warned(kusamaId, toSs58(friend, 2), [paid])).warnings).toEqual([])
  const lure = toSs58(keyOf(32, 8, 90), 2)
  expect(await warned(kusamaId, lure, [paid])).toMatchObject({
    lookalike: toSs58(friend, 2),
    warnings: ['lookalike', 'firstTime'],
  })
})
