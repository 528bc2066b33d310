import { describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { sleep } from './sleep.js'

describe('sleep', () => {
  test('resolves after its delay', async () => {
    const clock = createTestClock()
    let isDone = false
    void sleep(clock, 100).then(() => {
      isDone = true
    })
    await clock.advance(99)
    expect(isDone).toBe(false)
    await clock.advance(1)
    expect(isDone).toBe(true)
  })

  test('rejects with the signal’s reason', async () => {
    const controller = new AbortController()
    const sleeping = sleep(createTestClock(), 100, controller.signal)
    controller.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(sleep(createTestClock(), 100, controller.signal)).rejects.toThrow('enough')
  })
})
