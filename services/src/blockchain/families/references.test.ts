import { expect, test } from 'vitest'
import { readSettings } from '../../shared/settings.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'

test.each([
  'eip155:1=https://a.example',
  `${solana}=https://a.example/KEY`,
  `${bitcoin}=https://a.example/api`,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182=http://localhost:8000',
])('LATCHKEY_CHAINS takes %s', (entry) => {
  expect(readSettings({ LATCHKEY_CHAINS: entry }).chains).toEqual([entry])
})

test.each([
  'cosmos:hub-4=https://a.example',
  'solana:mainnet=https://a.example',
  `${solana}:x=https://a.example`,
  'bip122:1=https://a.example',
  `${bitcoin.toUpperCase()}=https://a.example`,
  'toString:1=https://a.example',
  `${bitcoin}=wss://a.example`,
  `${bitcoin}=https://user:word@a.example`,
])('LATCHKEY_CHAINS does not take %s', (entry) => {
  expect(() => readSettings({ LATCHKEY_CHAINS: entry })).toThrow()
})

test('rates and names of prices are for these chains, too', () => {
  const read = readSettings({
    LATCHKEY_RPC_PER_SECOND: `${solana}=5`,
    LATCHKEY_PRICE_PLATFORMS: `${bitcoin}=bitcoin/bitcoin`,
  })
  expect(read).toMatchObject({
    rpcPerSecond: [`${solana}=5`],
    pricePlatforms: [`${bitcoin}=bitcoin/bitcoin`],
  })
})

test('indexers are for chains of eip155 alone', () => {
  expect(() => readSettings({ LATCHKEY_HISTORY_SOURCES: `${solana}=https://a.example` })).toThrow()
})
