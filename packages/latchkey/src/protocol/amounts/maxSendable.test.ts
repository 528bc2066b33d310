import { expect, test } from 'vitest'
import { maxSendable } from './maxSendable.js'

test('leaves the worst-case gas and the data fee', () => {
  const gas = { gasLimit: 21_000n, gasPriceUnits: 10n }
  expect(maxSendable(1_000_000n, gas)).toBe(790_000n)
  expect(maxSendable(1_000_000n, { ...gas, dataFeeUnits: 1n })).toBe(789_999n)
})

test('is nothing when the balance does not pay the gas', () => {
  expect(maxSendable(209_999n, { gasLimit: 21_000n, gasPriceUnits: 10n })).toBe(0n)
})

test('a negative fee does not make more of a balance', () => {
  expect(maxSendable(5n, { gasLimit: 1n, gasPriceUnits: -10n, dataFeeUnits: -1n })).toBe(5n)
})
