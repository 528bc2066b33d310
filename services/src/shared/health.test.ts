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

test('a disk with room is well; one that cannot be read is not', async () => {
  await expect(checkDisk('/')).resolves.toBeUndefined()
  await expect(checkDisk('/no/such/place')).rejects.toThrow()
})
