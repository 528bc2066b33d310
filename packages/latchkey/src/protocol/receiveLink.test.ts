import { expect, test } from 'vitest'
import { receiveLink } from './receiveLink.js'

test.each([
  ['eip155:10', '0xAb', 'ethereum:0xAb@10'],
  ['bip122:000000000019d6689c085ae165831e93', 'bc1q', 'bitcoin:bc1q'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Gw', 'Gw'],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '12b', '12b'],
] as const)('%s: %s is %s', (networkId, address, link) => {
  expect(receiveLink(networkId, address)).toBe(link)
})
