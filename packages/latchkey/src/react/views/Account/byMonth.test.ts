import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../../protocol/entities/Transaction.js'
import { byMonth } from './byMonth.js'

const now = Date.UTC(2026, 2, 15)
const minedAt = (time: string) => ({ id: time, metadata: { minedAt: time } }) as Transaction
const months = (locale: string, ...times: string[]) =>
  byMonth(times.map(minedAt), locale, now).map(({ month, entries }) => [month, entries.length])

describe('byMonth', () => {
  test('names a month of this year without the year, and an earlier one with the year', () => {
    expect(
      months(
        'en',
        '2026-03-14T12:00:00Z',
        '2026-03-02T12:00:00Z',
        '2026-02-10T12:00:00Z',
        '2025-03-14T12:00:00Z',
      ),
    ).toEqual([
      ['March', 2],
      ['February', 1],
      ['March 2025', 1],
    ])
  })

  test('keeps the given order', () => {
    const [group] = byMonth(['2026-03-14T12:00:00Z', '2026-03-02T12:00:00Z'].map(minedAt), 'en', now)
    expect(group?.entries.map(({ id }) => id)).toEqual(['2026-03-14T12:00:00Z', '2026-03-02T12:00:00Z'])
  })

  test('names the months in the language of the visitor', () => {
    expect(months('de', '2026-03-14T12:00:00Z', '2024-12-14T12:00:00Z')).toEqual([
      ['März', 1],
      ['Dezember 2024', 1],
    ])
  })

  test('groups by the time zone of the visitor, not by UTC', () => {
    const before = process.env.TZ
    process.env.TZ = 'Pacific/Auckland'
    expect(months('en', '2026-02-28T12:00:00Z')).toEqual([['March', 1]])
    process.env.TZ = before
  })

  test('returns no group without transactions', () => {
    expect(byMonth([], 'en', now)).toEqual([])
  })
})
