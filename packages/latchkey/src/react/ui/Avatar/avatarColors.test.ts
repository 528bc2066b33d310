import { expect, test } from 'vitest'
import { avatarColors } from './avatarColors.js'

// Spec §5: the avatar's colour derives from the first 6 hex characters of the address.
test('shades of the colour that the first six hex characters name, from light to dark', () => {
  expect(avatarColors('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toEqual([
    'rgb(245 246 218)',
    'rgb(236 237 181)',
    'rgb(226 227 144)',
    'rgb(216 218 107)',
    'rgb(162 164 80)',
  ])
})

test('nothing else of the address counts, nor how it is written', () => {
  expect(avatarColors(`0xD8DA6B${'0'.repeat(34)}`)).toEqual(
    avatarColors('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'),
  )
  expect(avatarColors('0xd8da6c')).not.toEqual(avatarColors('0xd8da6b'))
})

test('the ends of the range are colours too', () => {
  expect(avatarColors('0x000000')[3]).toBe('rgb(0 0 0)')
  expect(avatarColors('0xffffff')[4]).toBe('rgb(191 191 191)')
})

test('an address that is not hex has colours of its own', () => {
  const colors = avatarColors('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')
  expect(colors).toHaveLength(5)
  expect(colors.every((color) => /^rgb\(\d{1,3} \d{1,3} \d{1,3}\)$/.test(color))).toBe(true)
  expect(avatarColors('So1')).not.toEqual(colors)
})

test('addresses that begin alike, as all of a network do, differ', () => {
  const colors = [
    'bcrt1q0xcqpzrky6eff2g52qdye53xkk9jxkvrl4xfg5',
    'bcrt1qa0qwuze2h85zw7nqpsj3ga0z9geyrgwpf2m8je',
    '5FNqcWGExDrTy4CHjoXRPFm8zd9QrA9iG4T54mGJ2aDcQtrT',
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  ].map((address) => avatarColors(address)[3])
  expect(new Set(colors).size).toBe(4)
})
