import { describe, expect, expectTypeOf, test } from 'vitest'
import { createSlots, defineSlot } from './slots.js'

const count = defineSlot<number>('test.count')
const timer = defineSlot<() => void>('test.timer')

describe('createSlots', () => {
  test('what is put into a slot is in it until it is taken', () => {
    const slots = createSlots()
    expect(slots.get(count)).toBeUndefined()
    expect(slots.set(count, 3)).toBe(3)
    expect([slots.get(count), slots.take(count), slots.get(count)]).toEqual([3, 3, undefined])
  })

  test('what a slot needs is made once', () => {
    const slots = createSlots()
    expect([slots.ensure(count, () => 1), slots.ensure(count, () => 2)]).toEqual([1, 1])
  })

  test('what must end with the kit ends once, and what was taken back does not', () => {
    const slots = createSlots()
    const ended: string[] = []
    slots.onStop(() => ended.push('one'))
    slots.onStop(() => ended.push('other'))()
    slots.stop()
    slots.stop()
    expect(ended).toEqual(['one'])
  })

  test('types: a slot takes and gives what it was declared with', () => {
    const slots = createSlots()
    expectTypeOf(slots.get(timer)).toEqualTypeOf<(() => void) | undefined>()
    // @ts-expect-error a text is no number
    slots.set(count, 'three')
  })
})
