import type { ChainLog } from '../nodeAnswers.js'

/** The length of log queries, and which one was refused until when. */
type SpanLimit = {
  readonly logSpan: number
  readonly refusedSpan: number
  readonly refusedUntil: number
}

/** How far down one filter's logs have been read. */
export type LogCursor = {
  /** The lowest block read. */
  low: number
  /** Shorter than the chain's usual length where this account has too many logs. */
  span: number | undefined
  found: readonly ChainLog[]
  /** The chain's usual length before this filter's refused queries made it shorter. */
  usual?: SpanLimit | undefined
}

/** The logs that were read ahead: those of each filter from its `low` to `high`, and never below `bound`. */
export type LogCursors = { readonly bound: number; high: number; readonly filters: readonly LogCursor[] }

export function createLogCursors(high: number, bound: number): LogCursors {
  return { bound, high, filters: [0, 1, 2].map(() => ({ low: high + 1, span: undefined, found: [] })) }
}
