import { expect, test } from 'vitest'
import type { ChainLog } from '../nodeAnswers.js'
import type { Session } from './Reading.js'
import { createSessions } from './sessions.js'

const place = { high: 100, bound: 0 }

/** Gives a session logs whose data has so many characters together. */
function fill(session: Session, characters: number): Session {
  const data = `0x${'0'.repeat(characters / 10)}` as const
  const log = { data } as ChainLog
  for (const cursor of session.logs.filters.slice(0, 1)) cursor.found = Array.from({ length: 10 }, () => log)
  return session
}

test('with too many logs, the accounts that were read longest ago are forgotten, and the others go on', () => {
  const sessions = createSessions({ sessions: 10, bytes: 250_000 })
  const [first, second] = ['a', 'b'].map((key) => fill(sessions.open(key, place), 50_000))
  expect([sessions.open('a', place), sessions.open('b', place)]).toEqual([first, second])
  const third = fill(sessions.open('c', place), 50_000)
  const fourth = fill(sessions.open('d', place), 50_000)
  expect(sessions.open('c', place)).toBe(third)
  expect(sessions.open('d', place)).toBe(fourth)
  expect(sessions.open('b', place)).not.toBe(second)
  expect(sessions.open('a', place)).not.toBe(first)
})

test('balances of very many blocks count too', () => {
  const sessions = createSessions({ sessions: 10, bytes: 250_000 })
  const first = sessions.open('a', place)
  for (let block = 0; block < 3_000; block++) first.balances.set(block, 1n)
  sessions.open('b', place)
  expect(sessions.open('a', place)).not.toBe(first)
})

test('an account with more logs than all may have together is not forgotten while it is read', () => {
  const sessions = createSessions({ sessions: 10, bytes: 1_000 })
  const only = fill(sessions.open('a', place), 50_000)
  expect(sessions.open('a', place)).toBe(only)
})

test('of too many accounts, the one that was read longest ago is forgotten', () => {
  const sessions = createSessions({ sessions: 2, bytes: 1_000_000 })
  const [first, second] = ['a', 'b'].map((key) => sessions.open(key, place))
  expect(sessions.open('a', place)).toBe(first)
  sessions.open('c', place)
  expect(sessions.open('a', place)).toBe(first)
  expect(sessions.open('b', place)).not.toBe(second)
})

test('a session whose logs end below the part that is to be read is not used', () => {
  const sessions = createSessions()
  const old = sessions.open('a', { high: 50, bound: 0 })
  expect(sessions.open('a', place)).not.toBe(old)
})
