import { expect, test } from 'vitest'
import { createTestClock } from '../../testing/createTestClock.js'
import { createHeads } from './heads.js'

function setUp() {
  const clock = createTestClock()
  const heads = createHeads(clock)
  const now = () => BigInt(clock.now() / 1_000)
  return {
    clock,
    heads,
    /** Records a head whose block is `age` seconds old. */
    note: (node: number, number: number | bigint, age = 12) =>
      heads.note(node, { number: BigInt(number), time: now() - BigInt(age) }),
  }
}

test('of three nodes, one with a head far too high is asked last, and the others are not behind', () => {
  const { heads, note } = setUp()
  note(0, 1_000_000_000)
  note(1, 1_000)
  note(2, 1_001)
  expect([0, 1, 2].map(heads.isStale)).toEqual([true, false, false])
  expect(heads.isReached(1_002n)).toBe(false)
  expect(heads.isReached(1_000n)).toBe(true)
})

test('of two nodes, one whose block comes from the future is not believed', () => {
  const { heads, note } = setUp()
  note(0, 1_000)
  expect(note(1, 2_000, -3_600)).toBe(true)
  expect([0, 1].map(heads.isStale)).toEqual([false, true])
})

test('of two nodes, one whose chain cannot have grown so fast is not believed', () => {
  const { heads, note } = setUp()
  note(0, 1_000)
  expect(note(1, 1_000_000_000)).toBe(true)
  expect([0, 1].map(heads.isStale)).toEqual([false, true])
})

test('a number without its block promotes nobody', () => {
  const { heads, note } = setUp()
  note(0, 1_000)
  expect(heads.note(1, { number: 2n ** 53n })).toBe(true)
  expect([0, 1].map(heads.isStale)).toEqual([false, true])
  expect(heads.note(1, { number: 1_003n })).toBe(false)
  expect(heads.isStale(1)).toBe(false)
})

test('a node that stands still for a day is behind one that went on', () => {
  const { heads, note } = setUp()
  note(0, 1_000, 86_400)
  note(1, 8_200)
  expect([0, 1].map(heads.isStale)).toEqual([true, false])
})

test('a chain with four blocks a second is believed after a quiet hour', () => {
  const { note, clock } = setUp()
  note(0, 1_000, 0)
  clock.advance(3_600_000)
  expect(note(1, 15_400, 0)).toBe(false)
})

test('a chain that was restarted is believed at once where both nodes agree', () => {
  const { heads, note } = setUp()
  note(0, 5_000)
  note(1, 5_000)
  note(0, 3)
  note(1, 3)
  expect([0, 1].map(heads.isStale)).toEqual([false, false])
})

test('a single node is never behind', () => {
  const { heads, note, clock } = setUp()
  note(0, 5_000)
  clock.advance(15_000)
  expect(note(0, 10)).toBe(false)
  expect(heads.isStale(0)).toBe(false)
})
