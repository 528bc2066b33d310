import { expect, test } from 'vitest'
import { joinGaps, lacksIn } from './gaps.js'

test('gaps of the same kind that touch become one', () => {
  const gaps = joinGaps([
    { lack: 'coin', low: 1, high: 4 },
    { lack: 'payouts', low: 5, high: 9 },
    { lack: 'coin', low: 5, high: 9 },
    { lack: 'coin', low: 20, high: 30 },
  ])
  expect(gaps).toEqual([
    { lack: 'coin', low: 20, high: 30 },
    { lack: 'coin', low: 1, high: 9 },
    { lack: 'payouts', low: 5, high: 9 },
  ])
})

test('many gaps stay few, and none is lost', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    lack: 'coin' as const,
    low: 3 * index,
    high: 3 * index,
  }))
  const joined = joinGaps(many)
  expect(joined.length).toBeLessThanOrEqual(100)
  for (const { low } of many) expect(lacksIn(joined, low, low)).toEqual(['coin'])
})

test('only gaps in a part count for it', () => {
  const gaps = [{ lack: 'payouts' as const, low: 10, high: 20 }]
  expect(lacksIn(gaps, 0, 9)).toEqual([])
  expect(lacksIn(gaps, 20, 30)).toEqual(['payouts'])
  expect(lacksIn(gaps, 21, 30)).toEqual([])
})
