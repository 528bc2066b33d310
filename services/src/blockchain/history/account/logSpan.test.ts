import { expect, test } from 'vitest'
import { readRefusal } from './logSpan.js'

const range = { from: 18_000_000, to: 18_999_999 }

test.each([
  ['query exceeds max block range 10,000', { kind: 'range', span: 10_000 }],
  ['eth_getLogs is limited to a 2K block range', { kind: 'range', span: 2_000 }],
  ['eth_getLogs is limited to 0 - 10000 blocks range', { kind: 'range', span: 10_000 }],
  [
    'requested too many blocks from 18000000 to 18999999, maximum is set to 2048',
    { kind: 'range', span: 2_048 },
  ],
  ['block range is too wide', { kind: 'range', span: 250_000 }],
  ['', { kind: 'results', span: 250_000 }],
  ['internal error', { kind: 'results', span: 250_000 }],
  ['query returned more than 10000 results', { kind: 'results', span: 500_000 }],
  [
    'query returned more than 10000 results. Try with this block range [0x112a880, 0x112af00].',
    { kind: 'results', span: 1_665 },
  ],
  ['answered too much', { kind: 'results', span: 500_000 }],
  ['query timed out after 10 s', { kind: 'results', span: 500_000 }],
  ['use a range such as [0x0, 0xfffffff]', { kind: 'range', span: 250_000 }],
])('a refusal: %s', (text, refusal) => {
  expect(readRefusal(text, range)).toEqual(refusal)
})

test('each refusal leads to a shorter query, down to one block', () => {
  for (let span = 1_000_000; span > 1; ) {
    const next = readRefusal('block range 1', { from: 0, to: span - 1 }).span
    expect(next).toBeLessThan(span)
    span = next
  }
})
