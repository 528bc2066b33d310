import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { lookAlike, people } from './people.js'

test('use the development phrase, the deployer being the last funded account', () => {
  const phrase = 'test test test test test test test test test test test junk'
  const indices = [0, 1, 2, 3, 4, 5, 6, 7, 9]
  expect(Object.values(people)).toEqual(
    indices.map((addressIndex) => mnemonicToAccount(phrase, { addressIndex }).address),
  )
})

test('the look-alike differs only in the middle', () => {
  const ends = (address: string) => [address.slice(0, 8), address.slice(-6)].map((part) => part.toLowerCase())
  expect(ends(lookAlike)).toEqual(ends(people.marlow))
  expect(lookAlike).not.toBe(people.marlow)
})
