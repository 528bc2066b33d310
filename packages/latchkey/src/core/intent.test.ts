import { expect, test } from 'vitest'
import {
  type IntentStatus,
  initialIntentState,
  isOpen,
  isTransfer,
  move,
  type Tracked,
  withOpen,
  withoutOpen,
} from './intent.js'

const made: Tracked = {
  status: 'made',
  intent: {
    id: 'one',
    kind: 'message',
    message: { text: 'hello' },
    networkId: 'eip155:1',
    account: '0x1',
    connectorId: 'mock',
    wallet: 'Mock',
    madeAt: 1,
  },
}

test('keeps the known facts of an intent, and adds new ones', () => {
  const asked = move(made, 'asked', { askedAt: 2 })
  expect(asked).toEqual({ ...made, status: 'asked', askedAt: 2 })
  expect(move(asked, 'sent')).toEqual({ ...made, status: 'sent', askedAt: 2 })
  expect(move(asked, 'made', { askedAt: 3 })).toBe(asked)
})

const all: readonly IntentStatus[] = ['made', 'asked', 'unknown', 'sent', 'cancelled', 'notSent', 'refused']

test.each([
  ['made', ['asked', 'cancelled']],
  ['asked', ['unknown', 'sent', 'refused']],
  ['unknown', ['sent', 'notSent']],
  ['sent', []],
  ['cancelled', []],
  ['notSent', ['sent']],
  ['refused', ['unknown', 'sent', 'notSent']],
] as const)('after %s may come %j, and nothing else', (status, following) => {
  const tracked: Tracked = { ...made, status }
  const moved = all.map((wanted) => ({ wanted, moved: move(tracked, wanted) }))
  expect(moved.filter((after) => after.moved !== tracked)).toEqual(
    following.map((wanted) => ({ wanted, moved: { ...tracked, status: wanted } })),
  )
})

test('only an intent that the wallet may still carry out is open', () => {
  expect(isOpen(made)).toBe(false)
  expect(isOpen(move(made, 'asked'))).toBe(true)
  expect(isOpen(move(move(made, 'asked'), 'unknown'))).toBe(true)
  expect(isOpen(move(move(made, 'asked'), 'sent'))).toBe(false)
})

test('at first nothing is reviewed or open', () => {
  expect(initialIntentState).toEqual({ open: [] })
})

test('a transfer is distinguished from a request to sign', () => {
  const transfer = { ...made, intent: { ...made.intent, kind: 'transfer' } } as unknown as Tracked
  expect(isTransfer(transfer)).toBe(true)
  expect(isTransfer(made)).toBe(false)
})

test('each open intent is kept once, oldest first', () => {
  const later = { ...made, intent: { ...made.intent, id: 'two', madeAt: 2 } }
  const state = withOpen(withOpen(withOpen({ open: [] }, later), made), move(made, 'asked'))
  expect(state.open.map(({ intent, status }) => [intent.id, status])).toEqual([
    ['one', 'asked'],
    ['two', 'made'],
  ])
  expect(withoutOpen(state, 'one').open).toEqual([later])
})
