import { expect, test } from 'vitest'
import { eip155 } from '../adapters/eip155/eip155.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import { contentSecurityPolicy } from './contentSecurityPolicy.js'

const network = defineNetwork({
  id: 1,
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://rpc.example.com/key?x=1',
})
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
    chainImages: { 1: '/one.svg', 2: 'data:image/png;base64,AA' },
  })
  expect(policy).toContain("img-src 'self' data: blob: https://cdn.example.com;")
  expect(policy).toContain(
    "connect-src 'self' https://wallet.example.com https://own.example.com https://rpc.example.com;",
  )
})

test('a config that is none is refused', () => {
  expect(() => contentSecurityPolicy({ ...config, networks: [] as never })).toThrow('Invalid configuration')
})
