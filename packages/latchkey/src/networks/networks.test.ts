import { describe, expect, test } from 'vitest'
import { createKit } from '../createKit.js'
import * as exported from '../exports/networks.js'
import { type Network, toNetwork } from '../protocol/entities/Network.js'
import { mockAdapter } from '../testing/mockAdapter.js'

const { defineNetwork, ...networks } = exported
const all: readonly Network[] = Object.values(networks)
const of = (namespace: string) => all.filter(({ chainNamespace }) => chainNamespace === namespace)

test('every network is one that a kit takes as it is', () => {
  const kit = createKit({
    services: {},
    networks: all as [Network, ...Network[]],
    adapters: [mockAdapter()],
    debug: false,
  })
  expect(kit.config.networks).toEqual(all.map(toNetwork))
})

test('no two are the same, by id or by name', () => {
  expect(new Set(all.map(({ caipNetworkId }) => caipNetworkId)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('every address is reached by https', () => {
  for (const { rpcUrls, blockExplorers } of all) {
    for (const url of [...rpcUrls.default.http, ...(blockExplorers ? [blockExplorers.default.url] : [])]) {
      expect(new URL(url).protocol).toBe('https:')
    }
  }
})

test('a network with "test", "dev" or the like in its name is a testnet, and only such a one', () => {
  const isNamedSo = ({ name }: Network) => /test|dev|sepolia|amoy|fuji|signet/i.test(name)
  expect(all.filter(({ testnet }) => testnet === true)).toEqual(all.filter(isNamedSo))
})

describe('§9', () => {
  test('"Solana native decimals": 9', () => {
    expect(of('solana').map(({ nativeCurrency }) => nativeCurrency)).toEqual(
      Array(3).fill({ name: 'Solana', symbol: 'SOL', decimals: 9 }),
    )
  })

  test('"Bitcoin decimals": 8', () => {
    expect(of('bip122').map(({ nativeCurrency }) => nativeCurrency.decimals)).toEqual(Array(3).fill(8))
  })

  test('"Default chain": 1', () => {
    expect(exported.mainnet).toMatchObject({ id: 1, caipNetworkId: 'eip155:1' })
  })
})

test('defineNetwork refuses a malformed id', () => {
  const parameters = {
    name: 'X',
    nativeCurrency: { name: 'X', symbol: 'X', decimals: 18 },
    rpcUrl: 'https://x.invalid',
  }
  for (const id of [0, -1, 1.5, Number.NaN, '']) {
    expect(() => defineNetwork({ ...parameters, id })).toThrow('Invalid chain id')
  }
})
