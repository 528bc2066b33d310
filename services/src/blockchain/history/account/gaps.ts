import type { HistoryLack } from 'latchkey/protocol'

/**
 * Something that could not be read in a part of a chain.
 *
 * `needs` is what a node must have to show it: old states, traces, or answers with more logs; `never` if no node shows
 * it. Earlier versions stored no such word.
 */
export type Gap = {
  readonly lack: HistoryLack
  readonly low: number
  readonly high: number
  readonly needs?: 'state' | 'traces' | 'logs' | 'never' | undefined
}

/** Most gaps stored for one range. */
const limit = 100

/** Joins gaps of the same kind that touch; of too many, the two lowest of a kind become one. */
export function joinGaps(gaps: readonly Gap[]): readonly Gap[] {
  const joined: Gap[] = []
  for (const gap of [...gaps].sort(
    (left, right) => compare(kindOf(left), kindOf(right)) || right.high - left.high,
  )) {
    const last = joined.at(-1)
    if (
      last !== undefined &&
      kindOf(last) === kindOf(gap) &&
      (last.low <= gap.high + 1 || joined.length >= limit)
    )
      joined[joined.length - 1] = { ...last, low: Math.min(last.low, gap.low) }
    else joined.push(gap)
  }
  return joined
}

/** What is lacking in some of the blocks from `low` to `high`. */
export function lacksIn(gaps: readonly Gap[], low: number, high: number): readonly HistoryLack[] {
  return [...new Set(gaps.filter((gap) => gap.low <= high && gap.high >= low).map(({ lack }) => lack))]
}

/** The parts of a gap below and above some blocks. */
export function outside(gap: Gap, { low, high }: Pick<Gap, 'low' | 'high'>): readonly Gap[] {
  const parts = [
    { ...gap, high: Math.min(gap.high, low - 1) },
    { ...gap, low: Math.max(gap.low, high + 1) },
  ]
  return parts.filter((part) => part.low <= part.high)
}

function kindOf({ lack, needs }: Gap): string {
  return `${lack} ${needs ?? ''}`
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
