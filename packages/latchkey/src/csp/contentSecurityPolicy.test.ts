import { expect, test } from 'vitest'
import { eip155 } from '../adapters/eip155/eip155.js'
import type { Adapter } from '../core/adapter.js'
import { embedded } from '../embedded/embedded.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import { mainnet } from '../networks/eip155.js'
import type { Network } from '../protocol/entities/Network.js'
import { contentSecurityPolicy } from './contentSecurityPolicy.js'

const plain = {
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://rpc.example.com/key?x=1',
}
const network = defineNetwork({ ...plain, id: 1 })
const config = { networks: [network], adapters: [eip155()], services: 'https://wallet.example.com/' } as const

test('names the hosts of the config, each once, and nothing else', () => {
  expect(contentSecurityPolicy(config)).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
      "connect-src 'self' https://wallet.example.com https://rpc.example.com wss://wallet.example.com; " +
      "require-trusted-types-for 'script'",
  )
})

test('pictures of the host’s own, custom RPC addresses, and no relay where it is not used', () => {
  const policy = contentSecurityPolicy({
    ...config,
    enableWalletConnect: false,
    customRpcUrls: { 'eip155:1': [{ url: 'https://own.example.com' }] },
    customWallets: [{ id: 'x', name: 'X', image_url: 'https://cdn.example.com/x.png' }],
    tokens: { 'eip155:1': { address: '0x1', image: 'https://coins.example.com/usd.svg' } },
    chainImages: { 1: '/one.svg', 2: 'data:image/png;base64,AA' },
  })
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example.com https://coins.example.com;")
  expect(policy).toContain(
    "connect-src 'self' https://wallet.example.com https://own.example.com https://rpc.example.com;",
  )
})

test('includes web socket nodes only if the adapter reads web sockets', () => {
  const urls = { default: { http: ['https://rpc.example.com'], webSocket: ['wss://node.example.com'] } }
  const policyOf = (adapter: Adapter) =>
    contentSecurityPolicy({ networks: [{ ...network, rpcUrls: urls }], adapters: [adapter], services: {} })
  expect(policyOf(eip155())).not.toContain('wss://node.example.com')
  const asked = policyOf({ ...eip155(), rpcTransports: ['webSocket'] })
  expect(asked).toContain('wss://node.example.com')
  expect(asked).not.toContain('https://rpc.example.com')
})

test('Ethereum, where names are read, for a host that offers other EVM networks only', () => {
  const other = defineNetwork({ ...plain, id: 8453 })
  const test = defineNetwork({ ...plain, id: 84532, testnet: true })
  const [ethereum = ''] = mainnet.rpcUrls.default.http
  const policyOf = (first: Network, ...rest: readonly Network[]) =>
    contentSecurityPolicy({ ...config, networks: [first, ...rest] })
  const { origin } = new URL(ethereum)
  expect(policyOf(other)).toContain(origin)
  expect(policyOf(other, network)).not.toContain(origin)
  expect(policyOf(test)).not.toContain(origin)
})

test('the embedded wallet’s site may be framed and called', () => {
  const policy = contentSecurityPolicy({
    ...config,
    connectors: [embedded({ url: 'https://keys.example.com' })],
  })
  expect(policy).toContain('; frame-src https://keys.example.com; ')
  expect(policy).toMatch(/connect-src [^;]* https:\/\/keys\.example\.com /)
  expect(contentSecurityPolicy(config)).not.toContain('frame-src')
})

test('a malformed config is refused', () => {
  expect(() => contentSecurityPolicy({ ...config, networks: [] as never })).toThrow('Invalid configuration')
})
