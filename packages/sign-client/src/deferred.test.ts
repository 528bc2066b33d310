import { describe, expect, test } from 'vitest'
import { atMost, createWait } from './deferred.js'
import { createFakeClock, settled } from './testing/fakeClock.js'

describe('createWait', () => {
  function wait() {
    const clock = createFakeClock()
    const stopping = new AbortController()
    return { clock, stopping, ...createWait<string>(clock, 1_000, 'PEER_TIMED_OUT', stopping.signal) }
  }

  test('rejects when time is up', async () => {
    const { clock, promise } = wait()
    await clock.advance(1_000)
    await expect(promise).rejects.toMatchObject({ code: 'PEER_TIMED_OUT' })
  })

  test('rejects when the caller aborts', async () => {
    const { stopping, promise } = wait()
    stopping.abort('enough')
    await expect(promise).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' })
  })

  test('keeps an earlier result', async () => {
    const { clock, stopping, promise, resolve } = wait()
    resolve('answer')
    stopping.abort()
    await clock.advance(1_000)
    expect(await promise).toBe('answer')
  })
})

describe('atMost', () => {
  test.each([
    ['the work is done', () => Promise.resolve(), 0],
    ['the work fails', () => Promise.reject(new Error('no')), 0],
    ['time is up', () => new Promise(() => {}), 1_000],
  ])('resolves when %s', async (_, work, delay) => {
    const clock = createFakeClock()
    let isOver = false
    void atMost(clock, 1_000, work()).then(() => {
      isOver = true
    })
    await settled()
    expect(isOver).toBe(delay === 0)
    await clock.advance(delay)
    expect(isOver).toBe(true)
  })
})
