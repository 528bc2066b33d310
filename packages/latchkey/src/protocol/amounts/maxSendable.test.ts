import { expect, test } from 'vitest'
import { maxSendable } from './maxSendable.js'

test('leaves the highest fee and what the network keeps', () => {
  expect(maxSendable(1_000_000n, { most: 210_000n })).toBe(790_000n)
  expect(maxSendable(1_000_000n, { most: 210_000n, kept: 1n })).toBe(789_999n)
})

test('is nothing when the balance does not pay the fee', () => {
  expect(maxSendable(209_999n, { most: 210_000n })).toBe(0n)
})

test('a negative fee does not make more of a balance', () => {
  expect(maxSendable(5n, { most: -10n, kept: -1n })).toBe(5n)
})
