import type { AnswerHeaders } from './fetchUpstream.js'

/** Longest pause that a server may ask for, in milliseconds. */
const longest = 600_000

/**
 * Reads `Retry-After`, which holds seconds or a date, as milliseconds; at most ten minutes. A date is compared with the
 * server's own `Date`, whose clock may differ from ours. `undefined` without a header that asks for a pause.
 */
export function readRetryAfter(headers: AnswerHeaders): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? ''
  const pause = /^\d{1,9}(\.\d+)?$/.test(text)
    ? Number(text) * 1_000
    : Date.parse(text) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(pause) || pause <= 0 ? undefined : Math.min(pause, longest)
}
