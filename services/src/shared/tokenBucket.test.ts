import { describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { createTokenBuckets } from './tokenBucket.js'

const allowance = { rate: 2, burst: 4 }

describe('createTokenBuckets', () => {
  test('allows a burst at once, then the rate', () => {
    const clock = createTestClock()
    const buckets = createTokenBuckets(clock.steadyNow)
    const taken = () => Array.from({ length: 10 }, () => buckets.take('a', allowance)).filter(Boolean).length
    expect(taken()).toBe(4)
    clock.advance(1_000)
    expect(taken()).toBe(2)
    clock.advance(60_000)
    expect(taken()).toBe(4)
    expect(buckets.take('b', allowance)).toBe(true)
  })

  test('takes nothing if the cost does not fit', () => {
    const clock = createTestClock()
    const buckets = createTokenBuckets(clock.steadyNow)
    expect(buckets.take('a', allowance, 5)).toBe(false)
    expect(buckets.take('a', allowance, 4)).toBe(true)
    expect(buckets.waitSeconds('a', allowance, 4)).toBe(2)
  })

  test('owes at most a whole burst, so that nobody waits for ever', () => {
    const clock = createTestClock()
    const buckets = createTokenBuckets(clock.steadyNow)
    for (let call = 0; call < 1_000; call++) buckets.spend('a', allowance, 100)
    expect(buckets.level('a', allowance)).toBe(-allowance.burst)
    clock.advance(((allowance.burst + 1) / allowance.rate) * 1_000)
    expect(buckets.take('a', allowance)).toBe(true)
  })

  test('remembers only keys used recently', () => {
    const clock = createTestClock()
    const buckets = createTokenBuckets(clock.steadyNow)
    buckets.take('busy', { rate: 0.001, burst: 1 })
    for (let client = 0; client < 100_000; client++) {
      buckets.take(`client ${client}`, allowance)
      if (client % 100 === 0) clock.advance(500)
    }
    expect(buckets.size()).toBeLessThan(2_000)
    expect(buckets.take('busy', { rate: 0.001, burst: 1 })).toBe(false)
  })

  test('a clock that goes back neither adds nor takes units', () => {
    let now = 10_000
    const buckets = createTokenBuckets(() => now)
    buckets.take('a', allowance, 4)
    now = 0
    expect(buckets.take('a', allowance)).toBe(false)
  })
})
