import { describe, expect, test } from 'vitest'
import { defineSlot } from '../core/slots.js'
import { createTestKit } from '../testing/createTestKit.js'
import { update } from './Kit.js'
import { endLatest, latest } from './latest.js'

const a = defineSlot<AbortController>('test.a')
const b = defineSlot<AbortController>('test.b')

describe('latest', () => {
  test('a newer call ends the one before, but none in another slot', () => {
    const kit = createTestKit()
    const [first, other] = [latest(kit, a), latest(kit, b)]
    const second = latest(kit, a)
    expect([first.aborted, other.aborted, second.aborted]).toEqual([true, false, false])
  })

  test('can be ended, and can begin again', () => {
    const kit = createTestKit()
    const first = latest(kit, a)
    endLatest(kit, a)
    endLatest(kit, a)
    expect(first.aborted).toBe(true)
    expect(latest(kit, a).aborted).toBe(false)
  })

  test('ends when its subject changes, and not for other changes', () => {
    const kit = createTestKit()
    const signal = latest(kit, a, ({ network }) => [network.activeId])
    update(kit, 'wallets', (wallets) => ({ ...wallets }))
    update(kit, 'network', (network) => ({ ...network }))
    expect(signal.aborted).toBe(false)
    update(kit, 'network', (network) => ({ ...network, activeId: 'eip155:10' }))
    expect(signal.aborted).toBe(true)
  })
})
