import { describe, expect, test } from 'vitest'
import { createTestKit } from '../testing/createTestKit.js'
import { endLatest, latest } from './latest.js'

describe('latest', () => {
  test('a newer work ends the one before, and no other kind', () => {
    const kit = createTestKit()
    const [first, other] = [latest(kit, 'a'), latest(kit, 'b')]
    const second = latest(kit, 'a')
    expect([first.aborted, other.aborted, second.aborted]).toEqual([true, false, false])
  })

  test('is ended, and can begin again', () => {
    const kit = createTestKit()
    const first = latest(kit, 'a')
    endLatest(kit, 'a')
    endLatest(kit, 'a')
    expect(first.aborted).toBe(true)
    expect(latest(kit, 'a').aborted).toBe(false)
  })
})
