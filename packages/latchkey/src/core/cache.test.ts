import { describe, expect, test, vi } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { createCache } from './cache.js'
import { createDeferred } from './deferred.js'

const maxAge = 30_000

describe('get', () => {
  test('asks once while a value is fresh, and again when it is stale', async () => {
    const clock = createTestClock()
    const cache = createCache(clock)
    const load = vi.fn(async () => clock.now())
    const first = await cache.get('a', { maxAge, load })
    await clock.advance(maxAge - 1)
    expect(await cache.get('a', { maxAge, load })).toBe(first)
    await clock.advance(1)
    expect(await cache.get('a', { maxAge, load })).toBe(first + maxAge)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('joins a request that is under way', async () => {
    const cache = createCache(createTestClock())
    const load = vi.fn(async () => ({}))
    const [a, b] = await Promise.all([cache.get('a', { maxAge, load }), cache.get('a', { maxAge, load })])
    expect(a).toBe(b)
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('asks again when forced', async () => {
    const cache = createCache(createTestClock())
    const load = vi.fn(async () => 1)
    await cache.get('a', { maxAge, load })
    await cache.get('a', { maxAge, load, isForced: true })
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('repeats a failure without asking until its cooldown ends', async () => {
    const clock = createTestClock()
    const cache = createCache(clock)
    const load = vi.fn(async () => {
      throw new Error('down')
    })
    const options = { maxAge, cooldown: 30_000, load }
    await expect(cache.get('a', options)).rejects.toThrow('down')
    await clock.advance(29_999)
    await expect(cache.get('a', options)).rejects.toThrow('down')
    expect(load).toHaveBeenCalledTimes(1)
    await clock.advance(1)
    await expect(cache.get('a', options)).rejects.toThrow('down')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('during a cooldown lets a visitor try again every three seconds, and no program', async () => {
    const clock = createTestClock()
    const cache = createCache(clock)
    const load = vi.fn(async () => {
      throw new Error('down')
    })
    const options = { maxAge, cooldown: 30_000, load }
    const ask = (more: object = {}) => cache.get('a', { ...options, ...more }).catch(() => {})
    await ask()
    await ask({ isForced: true })
    expect(load).toHaveBeenCalledTimes(1)
    await ask({ isInsisted: true })
    await ask({ isInsisted: true })
    expect(load).toHaveBeenCalledTimes(2)
    await clock.advance(2_999)
    await ask({ isInsisted: true })
    expect(load).toHaveBeenCalledTimes(2)
    await clock.advance(1)
    await ask({ isInsisted: true })
    await ask()
    expect(load).toHaveBeenCalledTimes(3)
    await clock.advance(30_000)
    await ask()
    await ask({ isInsisted: true })
    expect(load).toHaveBeenCalledTimes(5)
  })

  test('asks again at once after a failure without a cooldown', async () => {
    const cache = createCache(createTestClock())
    const load = vi
      .fn<() => Promise<number>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValueOnce(1)
    await expect(cache.get('a', { maxAge, load })).rejects.toThrow('down')
    expect(await cache.get('a', { maxAge, load })).toBe(1)
  })

  test('a request that was cleared in the meantime stores no value', async () => {
    const cache = createCache(createTestClock())
    let finish: (value: number) => void = () => {}
    const pending = cache.get('a', {
      maxAge,
      load: () => new Promise<number>((resolve) => (finish = resolve)),
    })
    cache.clear()
    finish(1)
    expect(await pending).toBe(1)
    expect(await cache.get('a', { maxAge, load: async () => 2 })).toBe(2)
  })

  describe('forced', () => {
    const forced = { maxAge, isForced: true }

    test('asks although an unforced request is under way, whose callers get the newer answer', async () => {
      const cache = createCache(createTestClock())
      const older = createDeferred<string>()
      const early = cache.get('a', { maxAge, load: () => older.promise })
      const late = cache.get('a', { ...forced, load: async () => 'new' })
      expect(await late).toBe('new')
      older.resolve('old')
      expect(await early).toBe('new')
      expect(await cache.get('a', { maxAge, load: async () => 'newest' })).toBe('new')
    })

    test('an older request that fails meanwhile has the newer answer too', async () => {
      const cache = createCache(createTestClock())
      const [older, newer] = [createDeferred<string>(), createDeferred<string>()]
      const early = cache.get('a', { maxAge, cooldown: 30_000, load: () => older.promise })
      const late = cache.get('a', { ...forced, load: () => newer.promise })
      older.reject(new Error('down'))
      newer.resolve('new')
      expect(await Promise.all([early, late])).toEqual(['new', 'new'])
    })

    test('joins a forced request that is under way, and so does an unforced one', async () => {
      const cache = createCache(createTestClock())
      const load = vi.fn(async () => 1)
      await Promise.all([
        cache.get('a', { ...forced, load }),
        cache.get('a', { ...forced, load }),
        cache.get('a', { maxAge, load }),
      ])
      expect(load).toHaveBeenCalledTimes(1)
    })
  })

  test('evicts the oldest entries beyond its limit', async () => {
    const cache = createCache(createTestClock())
    for (let index = 0; index <= 500; index++)
      await cache.get(String(index), { maxAge, load: async () => index })
    expect(await cache.get('500', { maxAge, load: async () => 0 })).toBe(500)
    expect(await cache.get('0', { maxAge, load: async () => 'again' })).toBe('again')
  })
})

test('clear removes the keys that start with a prefix', async () => {
  const cache = createCache(createTestClock())
  await cache.get('balance a', { maxAge, load: async () => 1 })
  await cache.get('wallets a', { maxAge, load: async () => 2 })
  cache.clear('balance ')
  expect(await cache.get('balance a', { maxAge, load: async () => 3 })).toBe(3)
  expect(await cache.get('wallets a', { maxAge, load: async () => 3 })).toBe(2)
})
