import { describe, expect, test } from 'vitest'
import type { Log } from './Block.js'
import { isWanted, type LogFilter, mayHold, readLogFilter } from './logFilter.js'

const one = `0x${'1'.repeat(40)}`
const topic = (digit: string) => `0x${digit.repeat(64)}`

describe('a filter', () => {
  test.each<[string, unknown]>([
    ['none', undefined],
    ['without a contract', { topics: [topic('1')] }],
    ['with an empty list of contracts', { address: [] }],
    ['with a name', { address: 'juniper.eth' }],
    ['with 101 contracts', { address: Array.from({ length: 101 }, () => one) }],
    ['with five topics', { address: one, topics: [null, null, null, null, null] }],
    ['with a short topic', { address: one, topics: ['0x1'] }],
    ['with a number', { address: one, topics: [7] }],
    ['that is a list', [one]],
  ])('%s is refused', (_name, value) => {
    expect(readLogFilter(value)).toBeUndefined()
  })

  const log = (topics: readonly string[], address = one): Log => ({
    address,
    topics: [...topics],
    blockHash: topic('a'),
  })
  const filter = (value: object) =>
    readLogFilter({ address: one.toUpperCase().replace('X', 'x'), ...value }) as LogFilter

  test.each<[string, object, readonly string[], boolean]>([
    ['any topics', {}, [], true],
    ['no topics', { topics: [] }, [topic('1')], true],
    ['null as topics', { topics: null }, [topic('1')], true],
    ['the topic', { topics: [topic('A')] }, [topic('a')], true],
    ['another topic', { topics: [topic('1')] }, [topic('2')], false],
    ['one of several', { topics: [[topic('1'), topic('2')]] }, [topic('2')], true],
    ['any first one', { topics: [null, topic('2')] }, [topic('1'), topic('2')], true],
    ['any first one, of a log without topics', { topics: [null] }, [], false],
    ['a second topic that is missing', { topics: [topic('1'), topic('2')] }, [topic('1')], false],
  ])('%s', (_name, value, topics, expected) => {
    expect(isWanted(filter(value), log(topics))).toBe(expected)
  })

  test('another contract', () => {
    expect(isWanted(filter({}), log([], `0x${'2'.repeat(40)}`))).toBe(false)
  })
})

describe('a bloom filter', () => {
  const full = `0x${'f'.repeat(512)}`
  const none = `0x${'0'.repeat(512)}`

  test('with all bits may hold anything; without one bit of the address it does not', () => {
    expect(mayHold({ bloom: full, isEmpty: false }, one)).toBe(true)
    const holes = Array.from(
      { length: 512 },
      (_, index) => `0x${'f'.repeat(index)}0${'f'.repeat(511 - index)}`,
    )
    expect(holes.filter((bloom) => !mayHold({ bloom, isEmpty: false }, one))).toHaveLength(3)
  })

  test('without any bit counts only for a block without transactions', () => {
    expect(mayHold({ bloom: none, isEmpty: false }, one)).toBe(true)
    expect(mayHold({ bloom: none, isEmpty: true }, one)).toBe(false)
    expect(mayHold({ bloom: undefined, isEmpty: false }, one)).toBe(true)
  })
})
