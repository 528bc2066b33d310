import { expect, test } from 'vitest'
import type { AssetChange } from '../consent/ConsentRequest.js'
import { assetText } from './assetText.js'

const contract = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'
const cats = { contract, symbol: 'CATS', decimals: 0, tokenId: '7' }

test.each<[AssetChange, string]>([
  [{ units: '1500', decimals: 3, symbol: 'ETH' }, '+1.5 ETH'],
  [{ units: '-1500', decimals: 3, symbol: 'ETH' }, '−1.5 ETH'],
  [{ ...cats, units: '1' }, '+CATS approve.item 7'],
  [{ ...cats, units: '-1' }, '−CATS approve.item 7'],
  [{ ...cats, units: '-40' }, '−40 × CATS approve.item 7'],
])('%j is %s', (asset, expected) => {
  expect(assetText((key, slots) => [key, ...Object.values(slots ?? {})].join(' '), 'en', asset)).toBe(
    expected,
  )
})
