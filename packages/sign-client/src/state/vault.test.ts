import { describe, expect, test } from 'vitest'
import { createTestStorage } from '../testing/clients.js'
import { createFakeClock } from '../testing/fakeClock.js'
import { type KeyValueStorage, memoryStorage } from './KeyValueStorage.js'
import { createVault } from './vault.js'

const readNumber = (value: unknown) => (typeof value === 'number' ? value : undefined)

function open<storage extends KeyValueStorage = ReturnType<typeof createTestStorage>>(
  storage = createTestStorage() as unknown as storage,
  clock = createFakeClock(),
) {
  const troubles: unknown[] = []
  const vault = createVault({ storage, prefix: 'p.', clock, onTrouble: (error) => troubles.push(error) })
  return { vault, storage, troubles, clock }
}

describe('createVault', () => {
  test('returns stored values, under its prefix and with its version', async () => {
    const { vault, storage } = open()
    await vault.write('a', 7)
    expect([...storage.entries]).toEqual([['p.a', '{"v":1,"d":7}']])
    expect(await vault.read('a', readNumber)).toBe(7)
    await vault.write('a', undefined)
    expect(storage.entries.size).toBe(0)
    expect(await vault.read('a', readNumber)).toBeUndefined()
  })

  test.each([
    ['no JSON', '{'],
    ['no envelope', '7'],
    ['another version', '{"v":2,"d":7}'],
    ['a value its reader refuses', '{"v":1,"d":"7"}'],
    ['something enormous', `{"v":1,"d":7,"x":"${'x'.repeat(5e6)}"}`],
  ])('%s is removed, and counts as absent', async (_, text) => {
    const { vault, storage, troubles } = open()
    storage.entries.set('p.a', text)
    expect(await vault.read('a', readNumber)).toBeUndefined()
    expect(storage.entries.size).toBe(0)
    expect(await vault.read('a', readNumber)).toBeUndefined()
    expect(troubles).toEqual([])
  })

  test('reports a full storage once and uses memory instead', async () => {
    const { vault, storage, troubles } = open()
    await vault.write('a', 1)
    storage.failure = 'write'
    await vault.write('a', 2)
    await vault.write('b', 3)
    expect(await vault.read('a', readNumber)).toBe(2)
    expect(await vault.read('b', readNumber)).toBe(3)
    expect(troubles.map(String)).toEqual(['Error: QuotaExceededError'])
    storage.failure = 'none'
    await vault.write('a', 4)
    expect(storage.entries.get('p.a')).toBe('{"v":1,"d":4}')
  })

  test('treats a blocked storage as missing', async () => {
    const { vault, storage, troubles } = open()
    storage.failure = 'all'
    expect(await vault.read('a', readNumber)).toBeUndefined()
    await vault.write('a', 1)
    expect(await vault.read('a', readNumber)).toBe(1)
    await vault.write('a', undefined)
    expect(await vault.read('a', readNumber)).toBeUndefined()
    expect(troubles).toHaveLength(1)
  })

  test('waits for a hanging storage once', async () => {
    const { vault, storage, troubles, clock } = open()
    storage.failure = 'hang'
    const reading = vault.read('a', readNumber)
    await clock.advance(10_000)
    expect(await reading).toBeUndefined()
    await vault.write('a', 1)
    expect(await vault.read('a', readNumber)).toBe(1)
    expect(troubles).toHaveLength(1)
  })

  test('waits for a storage that answers late, and uses it then', async () => {
    const { storage, clock } = open()
    storage.entries.set('p.a', '{"v":1,"d":7}')
    const late = {
      ...storage,
      getItem: (name: string) =>
        new Promise<string | null>((resolve) =>
          clock.setTimeout(() => resolve(storage.entries.get(name) ?? null), 9_000),
        ),
    }
    const { vault, troubles } = open(late, clock)
    const reading = vault.read('a', readNumber)
    await clock.advance(9_000)
    expect(await reading).toBe(7)
    expect(troubles).toEqual([])
  })

  test('does not take a sleep of the page for a hanging storage', async () => {
    const { storage, clock } = open()
    let answer = () => {}
    const asleep = {
      ...storage,
      getItem: () => new Promise<string>((resolve) => (answer = () => resolve('{"v":1,"d":7}'))),
    }
    // When the page wakes, every timer that it had set is due at once.
    const setTimeout: typeof clock.setTimeout = (callback, delay) =>
      clock.setTimeout(callback, Math.min(delay, 1_000))
    const { vault, troubles } = open(asleep, { ...clock, setTimeout })
    const reading = vault.read('a', readNumber)
    await clock.advance(1_000)
    // The answer comes just after.
    answer()
    expect(await reading).toBe(7)
    expect(troubles).toEqual([])
  })

  test('works alike on a synchronous and an asynchronous storage', async () => {
    const entries = memoryStorage()
    const later = {
      getItem: async (name: string) => entries.getItem(name),
      setItem: async (name: string, value: string) => void entries.setItem(name, value),
      removeItem: async (name: string) => void entries.removeItem(name),
    }
    const vault = createVault({ storage: later, prefix: '', clock: createFakeClock(), onTrouble() {} })
    await vault.write('a', 1)
    expect(await vault.read('a', readNumber)).toBe(1)
  })
})
