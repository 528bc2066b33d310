import { describe, expect, expectTypeOf, test } from 'vitest'
import { createSlots, defineSlot } from './slots.js'

const count = defineSlot<number>('test.count')
const timer = defineSlot<() => void>('test.timer')

describe('createSlots', () => {
  test('a value stays in its slot until it is taken', () => {
    const slots = createSlots()
    expect(slots.get(count)).toBeUndefined()
    expect(slots.set(count, 3)).toBe(3)
    expect([slots.get(count), slots.take(count), slots.get(count)]).toEqual([3, 3, undefined])
  })

  test('`ensure` makes a value once', () => {
    const slots = createSlots()
    expect([slots.ensure(count, () => 1), slots.ensure(count, () => 2)]).toEqual([1, 1])
  })

  test('a stop function is called once, and not after it was removed', () => {
    const slots = createSlots()
    const ended: string[] = []
    slots.onStop(() => ended.push('one'))
    slots.onStop(() => ended.push('other'))()
    slots.stop()
    slots.stop()
    expect(ended).toEqual(['one'])
  })

  test('types: a slot takes and returns values of its declared type', () => {
    const slots = createSlots()
    expectTypeOf(slots.get(timer)).toEqualTypeOf<(() => void) | undefined>()
    // @ts-expect-error a text is no number
    slots.set(count, 'three')
  })
})
