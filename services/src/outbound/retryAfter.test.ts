import { expect, test } from 'vitest'
import { readRetryAfter } from './retryAfter.js'

const date = 'Mon, 23 Nov 2026 10:00:00 GMT'

test.each<[string, { readonly [name: string]: string }, number | undefined]>([
  ['seconds', { 'retry-after': '7' }, 7_000],
  ['a date, by the clock of the server', { 'retry-after': 'Mon, 23 Nov 2026 10:00:30 GMT', date }, 30_000],
  ['more than ten minutes', { 'retry-after': '86400' }, 600_000],
  ['no header', {}, undefined],
  ['a date without the time of the server', { 'retry-after': date }, undefined],
  ['a date in the past', { 'retry-after': 'Mon, 23 Nov 2026 09:00:00 GMT', date }, undefined],
  ['zero', { 'retry-after': '0' }, undefined],
  ['a text', { 'retry-after': 'soon', date }, undefined],
  ['a negative number', { 'retry-after': '-5' }, undefined],
])('Retry-After with %s', (_name, headers, expected) => {
  expect(readRetryAfter(new Headers(headers))).toBe(expected)
})
