import { expect, test } from 'vitest'
import type { AssetChange } from '../consent/ConsentRequest.js'
import { allowanceText, assetText } from './assetText.js'

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

test.each([
  [{ units: '1', tokenId: '7' }, 'LCKA approve.item 7'],
  [{ units: 'all', isUnlimited: true }, 'LCKA word.all'],
  [{ units: '5', decimals: 1 }, '0.5 LCKA'],
])('an allowance %o shows as "%s"', (more, shown) => {
  const allowance = { contract: '0x00', spender: '0x01', symbol: 'LCKA', isUnlimited: false, ...more }
  const text = (key: string, slots?: object) => [key, ...Object.values(slots ?? {})].join(' ')
  expect(allowanceText(text, 'en', allowance)).toBe(shown)
})
