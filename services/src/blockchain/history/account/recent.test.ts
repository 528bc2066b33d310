import { expect, test } from 'vitest'
import { createTestClock } from '../../../testing/createTestClock.js'
import { createRecent } from './recent.js'

test('what took long to read is kept longer, so that reading it again takes a twentieth of the time at most', async () => {
  const clock = createTestClock()
  const recent = createRecent<string, number>(clock, { age: 60_000, limit: 10 })
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
