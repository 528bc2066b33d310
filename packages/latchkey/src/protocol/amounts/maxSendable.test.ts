import { expect, test } from 'vitest'
import { maxSendable } from './maxSendable.js'

test('leaves the highest fee and the amount that must stay in the account', () => {
  expect(maxSendable(1_000_000n, { most: 210_000n })).toBe(790_000n)
  expect(maxSendable(1_000_000n, { most: 210_000n, kept: 1n })).toBe(789_999n)
})

test('is 0 if the balance does not pay the fee', () => {
  expect(maxSendable(209_999n, { most: 210_000n })).toBe(0n)
})

test('a negative fee does not raise the amount', () => {
  expect(maxSendable(5n, { most: -10n, kept: -1n })).toBe(5n)
})
