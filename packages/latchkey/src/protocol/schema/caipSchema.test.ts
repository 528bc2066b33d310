import * as v from 'valibot'
import { expect, test } from 'vitest'
import { caipAddress, networkId, plainAddress } from './caipSchema.js'

const problem = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0].message

test('a CAIP-2 id is a network, and nothing else is', () => {
  expect(problem(networkId, 'eip155:1')).toBeUndefined()
  for (const value of ['eip155', 'eip155:1:0xab', '', 1, undefined])
    expect(problem(networkId, value)).toBe('must be a CAIP-2 chain id')
})

test('a CAIP-10 id is an account, and nothing else is', () => {
  expect(problem(caipAddress, 'eip155:1:0xab')).toBeUndefined()
  for (const value of ['0xab', 'eip155:1', 'eip155:1:', '', 1, undefined])
    expect(problem(caipAddress, value)).toBe('must be a CAIP-10 account id')
})

test.each(['0xAb', 'a', '0.0.1-a%20', 'z'.repeat(128)])('%s may be an address', (text) => {
  expect(v.is(plainAddress, text)).toBe(true)
})

test.each(['', ' a', 'a ', '/a', 'a/', 'a:b', 'z'.repeat(129), 1])('%j is no address', (text) => {
  expect(v.is(plainAddress, text)).toBe(false)
})
