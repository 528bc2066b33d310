import { expect, test } from 'vitest'
import { mockAdapter } from '../testing/mockAdapter.js'
import { readNetworkId } from './networkIds.js'

/** A family that numbers its chains, and names them by that number in words. */
const words: { readonly [id: string]: string } = { '1': 'one', '2': 'two', bad: 'not a reference' }
const toy = mockAdapter({
  namespace: 'toy',
  toReference: (value) => words[String(value)] ?? Object.values(words).find((word) => word === value),
})
const families = { adapters: new Map([['toy', toy]]) }

test.each([
  [1, 'toy:one'],
  ['1', 'toy:one'],
  ['toy:1', 'toy:one'],
  ['one', 'toy:one'],
  ['toy:one', 'toy:one'],
  [3, undefined],
  ['toy:3', undefined],
  ['', undefined],
  // Of another family.
  ['toys:1', undefined],
  ['eip155:1', undefined],
  [undefined, undefined],
  // Not a reference of CAIP-2, whatever the adapter says.
  ['bad', undefined],
])('a family reads its own notation: %j is %s', (value, id) => {
  expect(readNetworkId(families, value, 'toy')).toBe(id)
})

test.each([
  ['0xa', 'eip155', 'eip155:10'],
  ['eip155:10', 'eip155', 'eip155:10'],
  ['main', 'solana', 'solana:main'],
  [1, 'solana', undefined],
  ['toy:1', 'eip155', undefined],
])('without such a notation, %j of %s is %s', (value, namespace, id) => {
  const plain = { adapters: new Map([[namespace, mockAdapter({ namespace })]]) }
  expect(readNetworkId(families, value, namespace)).toBe(id)
  expect(readNetworkId(plain, value, namespace)).toBe(id)
})
