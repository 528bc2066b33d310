import * as v from 'valibot'
import { expect, test } from 'vitest'
import { walletAssetsSchema } from './WalletAsset.js'

const asset = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  balance: '0x0f4240',
  type: 'ERC20',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6, price: 1, iconUrl: '' },
}

test('a list of sound assets is accepted, whatever case a wallet writes the type in', () => {
  expect(v.parse(walletAssetsSchema, [asset, { ...asset, type: 'erc20' }])).toEqual([asset, asset])
})

test.each([
  { address: 1 },
  { balance: 1_000_000 },
  { balance: '1000000' },
  { type: 'ERC721' },
  { metadata: { ...asset.metadata, name: undefined } },
  { metadata: { ...asset.metadata, decimals: '6' } },
  { metadata: { ...asset.metadata, decimals: 255 } },
  { metadata: { ...asset.metadata, price: Number.NaN } },
  { metadata: { ...asset.metadata, iconUrl: undefined } },
  { metadata: undefined },
])('one asset with %o refuses the whole list', (change) => {
  expect(v.safeParse(walletAssetsSchema, [asset, { ...asset, ...change }]).success).toBe(false)
})
