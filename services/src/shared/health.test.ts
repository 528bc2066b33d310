import { expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { checkDisk, createHealth } from './health.js'

test('names each part that fails once, and none that works', async () => {
  const health = createHealth(createTestClock())
  health.add('database', () => Promise.reject(new Error('gone')))
  health.add('database', () => Promise.reject(new Error('gone')))
  health.add('disk', async () => 1)
  expect(await health.failing()).toEqual(['database'])
})

test('a check that hangs counts as failed after 3 s', async () => {
  const clock = createTestClock()
  const health = createHealth(clock)
  health.add('database', () => new Promise(() => {}))
  const failing = health.failing()
  clock.advance(3_000)
  expect(await failing).toEqual(['database'])
})

test('whoever asks often causes one check in 2 s', async () => {
  const clock = createTestClock()
  const health = createHealth(clock)
  let checks = 0
  health.add('database', async () => void checks++)
  for (let ask = 0; ask < 10; ask++) await health.failing()
  expect(checks).toBe(1)
  clock.advance(2_000)
  await health.failing()
  expect(checks).toBe(2)
})

test('names the servers that are not well, and none that is', () => {
  const health = createHealth(createTestClock())
  const trouble = {
    chain: 'eip155:1',
    source: 'node 2',
    state: 'resting',
    since: '2026-01-01T00:00:00.000Z',
  } as const
  let current: typeof trouble | undefined = trouble
  health.watch(() => undefined)
  health.watch(() => current)
  expect(health.troubles()).toEqual([trouble])
  current = undefined
  expect(health.troubles()).toEqual([])
})

test('a disk with room is well; one that cannot be read is not', async () => {
  await expect(checkDisk('/')).resolves.toBeUndefined()
  await expect(checkDisk('/no/such/place')).rejects.toThrow()
})
