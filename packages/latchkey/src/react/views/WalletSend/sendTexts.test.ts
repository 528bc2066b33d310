import { expect, test } from 'vitest'
import type { SendPlan } from '../../../features/send/sendPlan.js'
import type { Fee } from '../../../features/send/state.js'
import { costShareOf, keptOf, minutesOf } from './sendTexts.js'

const network = { nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 } }
const feeOf = (about: string) => ({ most: about, about })
const coin = { units: '100000', decimals: 8, price: 0, coinPrice: 0, fee: feeOf('10000') }
const dollar = { tokenAddress: 'token', decimals: 6, price: 1, coinPrice: 50_000 }

test.each([
  ['a tenth of the coin', coin, { share: '10%', isGrave: false }],
  ['half of the coin', { ...coin, fee: feeOf('50000') }, { share: '50%', isGrave: true }],
  ['more than the amount', { ...coin, fee: feeOf('250000') }, { share: '250%', isGrave: true }],
  ['less than a tenth', { ...coin, fee: feeOf('9999') }, undefined],
  ['a tenth, whatever the price says', { ...coin, coinPrice: 0.000001 }, { share: '10%', isGrave: false }],
  ['an unknown fee', { ...coin, fee: undefined }, undefined],
  // 0.0001 BTC are 5 dollars.
  [
    'a tenth of a token',
    { ...dollar, units: '50000000', fee: feeOf('10000') },
    { share: '10%', isGrave: false },
  ],
  ['little of a token', { ...dollar, units: '60000000', fee: feeOf('10000') }, undefined],
  ['much of a token, but not a dollar', { ...dollar, units: '2000000', fee: feeOf('1980') }, undefined],
  [
    'much of a token, and a dollar',
    { ...dollar, units: '2000000', fee: feeOf('2000') },
    { share: '50%', isGrave: true },
  ],
  ['a token without a price', { ...dollar, price: 0, units: '1', fee: feeOf('10000') }, undefined],
  ['a coin without a price', { ...dollar, coinPrice: 0, units: '1', fee: feeOf('10000') }, undefined],
])('the caution for a fee of %s', (_, intent, expected) => {
  expect(costShareOf(intent, network, 'en')).toEqual(expected)
})

test('a time is told in the language', () => {
  expect(minutesOf(10, 'en')).toBe('≈10 min')
  expect(minutesOf(60, 'uk')).toBe('≈60 хв')
})

test('what was spared is told where it would have been enough', () => {
  const sendable = { units: 100_000n, decimals: 8, token: { symbol: 'BTC' } }
  const plan = { sendable, available: 100_000n, fault: 'feeFundsMissing' } as SendPlan
  const kept = (details?: string, code = 'INSUFFICIENT_FEE_FUNDS') =>
    keptOf({ fee: { status: 'error', error: { code, details } } as Fee, isMax: false }, plan, 'en')
  expect(kept('90000')).toContain('0.0009 BTC')
  expect(kept()).toBeUndefined()
  expect(kept('have 5 want 6')).toBeUndefined()
  expect(kept('90000', 'TRANSFER_REFUSED')).toBeUndefined()
})
