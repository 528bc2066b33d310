import { expect, test } from 'vitest'
import { confirmPrice } from './confirmPrice.js'

const now = Date.UTC(2026, 0, 1)
const price = (units: bigint, age = 0) => ({ units, at: now - age })
const [hour, day] = [3_600_000, 86_400_000]

test('the first source decides the price, and a second one within a tenth confirms it', () => {
  expect(confirmPrice([price(100n), price(90n)], now)).toEqual({ ...price(100n), isUnconfirmed: false })
  expect(confirmPrice([price(90n), price(100n)], now)).toEqual({ ...price(90n), isUnconfirmed: false })
})

test.each([
  ['further apart', [price(1_000n), price(899n)]],
  ['further apart, the other way round', [price(899n), price(1_000n)]],
  ['of one source of two', [price(100n), undefined]],
  ['of the second source alone', [undefined, price(100n)]],
  ['older than an hour', [price(100n, hour + 1), price(100n)]],
  ['supported only by a price older than a day', [price(100n), price(100n, day + 1)]],
])('a price is not confirmed: %s', (_name, found) => {
  expect(confirmPrice(found, now)).toMatchObject({ isUnconfirmed: true })
})

test('where only one source is set up, its price counts', () => {
  expect(confirmPrice([price(100n, hour)], now)).toMatchObject({ isUnconfirmed: false })
})

test('a shallow price does not count alone, and another source confirms it', () => {
  const shallow = { ...price(100n), isShallow: true as const }
  expect(confirmPrice([shallow], now)).toMatchObject({ isUnconfirmed: true })
  expect(confirmPrice([price(101n), shallow], now)).toMatchObject({ units: 101n, isUnconfirmed: false })
  expect(confirmPrice([undefined, shallow], now)).toMatchObject({ units: 100n, isUnconfirmed: true })
})

test('a price older than a day is no price', () => {
  expect(confirmPrice([price(100n, day)], now)).toMatchObject({ isUnconfirmed: true })
  expect(confirmPrice([price(100n, day + 1)], now)).toBeUndefined()
  expect(confirmPrice([undefined, undefined], now)).toBeUndefined()
})

test('three sources: what two agree on counts, whichever comes first', () => {
  expect(confirmPrice([price(1_000n), price(100n), price(101n)], now)).toEqual({
    ...price(100n),
    isUnconfirmed: false,
  })
})

test('three sources: any other one confirms the first', () => {
  expect(confirmPrice([price(100n), undefined, price(101n)], now)).toMatchObject({
    units: 100n,
    isUnconfirmed: false,
  })
})
