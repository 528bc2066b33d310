import { expect, test } from 'vitest'
import { readable } from './readable.mjs'

test.each([
  [
    '{"time":"2026-01-01T00:00:00.000Z","level":"warn","event":"nodeSilent","url":"http://a","calls":3}',
    'services, warn: nodeSilent (url=http://a, calls=3)',
  ],
  ['{"time":"2026-01-01T00:00:00.000Z","level":"error","event":"stopped"}', 'services, error: stopped'],
  ['{"level":1}', '{"level":1}'],
  ['null', 'null'],
  ['Error: not a line of the log', 'Error: not a line of the log'],
])('%s reads %s', (line, text) => {
  expect(readable(line)).toBe(text)
})
