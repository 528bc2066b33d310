import { expect, test } from 'vitest'
import type { Entry, Hex, Movement } from './Entry.js'
import { operationOf } from './operationOf.js'

const own: Hex = `0x${'a'.repeat(40)}`
const other: Hex = `0x${'b'.repeat(40)}`
const coin = (from: Hex, to: Hex): Movement => ({ standard: 'native', units: '1', from, to })
const token = (from: Hex, to: Hex): Movement => ({ standard: 'ERC20', token: other, units: '1', from, to })
const entry = (selector: Hex, movements: readonly Movement[], more: Partial<Entry> = {}): Entry => ({
  hash: '0x01',
  block: 1,
  index: 0,
  minedAt: 0,
  status: 'confirmed',
  from: own,
  to: other,
  nonce: 0,
  selector,
  isOwn: true,
  movements,
  approvals: [],
  ...more,
})

test.each<[string, Hex, readonly Movement[], string]>([
  ['a coin is wrapped', '0xd0e30db0', [coin(own, other)], 'deposit'],
  ['and unwrapped, where nobody sees the coin come back', '0x2e1a7d4d', [], 'withdraw'],
  ['and where somebody does', '0x2e1a7d4d', [coin(other, own)], 'withdraw'],
  ['put into a vault for a share', '0x6e553f65', [token(own, other), token(other, own)], 'deposit'],
  ['taken out of one', '0xba087652', [token(own, other), token(other, own)], 'withdraw'],
  ['a coin sent', '0x', [coin(own, other)], 'send'],
  ['one token for another', '0x38ed1739', [token(own, other), token(other, own)], 'trade'],
  ['nothing sent to another', '0x', [], 'send'],
])('%s', (_, selector, movements, operation) => {
  expect(operationOf(entry(selector, movements), own)).toBe(operation)
})

test('a transaction without amount to oneself is a cancellation', () => {
  expect(operationOf(entry('0x', [], { to: own }), own)).toBe('cancel')
})

test('a deposit by another account shows as received', () => {
  const theirs = entry('0x6e553f65', [token(other, own)], { from: other, isOwn: false })
  expect(operationOf(theirs, own)).toBe('receive')
})
