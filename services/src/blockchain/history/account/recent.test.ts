import { expect, test } from 'vitest'
import { createTestClock } from '../../../testing/createTestClock.js'
import { createRecent } from './recent.js'

test('what took long to read is kept longer, so that reading it again takes a twentieth of the time at most', async () => {
  const clock = createTestClock()
  const recent = createRecent<string, number>(clock, { age: 60_000, longest: 700_000, limit: 10 })
  const read = async (time: number) => {
    clock.advance(time)
    return time
  }
  await recent.keep('quick', () => read(100))
  await recent.keep('slow', () => read(30_000))
  const known = () => [recent.get('quick'), recent.get('slow')]
  clock.advance(29_999)
  expect(known()).toEqual([100, 30_000])
  clock.advance(1)
  expect(known()).toEqual([undefined, 30_000])
  clock.advance(569_999)
  expect(known()).toEqual([undefined, 30_000])
  clock.advance(1)
  expect(known()).toEqual([undefined, undefined])
})

test('what took very long to read is not kept longer than the longest time', async () => {
  const clock = createTestClock()
  const recent = createRecent<string, number>(clock, { age: 60_000, longest: 180_000, limit: 10 })
  await recent.keep('very slow', async () => {
    clock.advance(30_000)
    return 1
  })
  clock.advance(179_999)
  expect(recent.get('very slow')).toBe(1)
  clock.advance(1)
  expect(recent.get('very slow')).toBeUndefined()
})
