import { expect, test } from 'vitest'
import { createTokenClock } from './tokenClock.js'

const now = 1_700_000_000_000
const future =
  'JWT validation error: not yet valid: basic.iat: 9, now + time_leeway: 1600000060, time_leeway: 60'
const expired = 'JWT validation error: JWT Token is expired'
const relayTime = 1_600_000_000_000

function create() {
  const heard: number[] = []
  return { heard, ...createTokenClock({ now: () => now, onRelayTime: (time) => heard.push(time) }) }
}

test('a refused token of the future tells the time of the relay', () => {
  const { correct, heard } = create()
  expect(correct(future)).toBe(true)
  expect(heard).toEqual([relayTime])
})

test('after an expired token, the next one is far in the future, so that its refusal tells the time', () => {
  const clock = create()
  expect(clock.correct(expired)).toBe(true)
  expect(clock.now()).toBeGreaterThan(now + 50 * 365 * 86_400_000)
  expect(clock.correct(future)).toBe(true)
  expect(clock.now()).toBe(now)
  expect(clock.heard).toEqual([relayTime])
})

test('a second refusal is final, until the relay has accepted a token', () => {
  const { correct, confirm } = create()
  correct(future)
  expect(correct(future)).toBe(false)
  confirm()
  expect(correct(future)).toBe(true)
})

test.each(['', 'the project is unknown'])('a refusal for another reason is final: %j', (reason) => {
  const { correct, heard } = create()
  expect(correct(reason)).toBe(false)
  expect(heard).toEqual([])
})

test('a relay that calls every token expired is not asked a third time', () => {
  const { correct } = create()
  expect(correct(expired)).toBe(true)
  expect(correct(expired)).toBe(false)
})
