import { NodeError } from '../../../outbound/post.js'
import { createLogCursors } from './logCursors.js'
import { coverLogs, dropLogs, loggedIn } from './logs.js'
import { type Reading, type Session, stepLimit, TooFull } from './Reading.js'
import { readSpan, type SpanRead } from './readSpan.js'

/** Blocks of an account's first span. */
const firstSpan = 10_000
/** How many entries a span should have: with more, much would be read that the next page needs. */
const wantedEntries = 16
/** Log queries per filter that one span may need. */
const queriesPerSpan = 8

/** A session for the blocks from `bound` to `high`. */
export function createSession(high: number, bound: number): Session {
  return {
    nonces: new Map(),
    balances: new Map(),
    logs: createLogCursors(high, bound),
    overfull: new Set(),
    span: firstSpan,
  }
}

/**
 * Reads the next blocks downwards from `high`, as many as one step should read.
 *
 * @throws `NodeError`, `BudgetSpent`; what has been read stays in the session
 */
export async function readNext(reading: Reading, high: number, bound: number): Promise<SpanRead> {
  const { session, abilities } = reading
  const length = Math.min(session.span, queriesPerSpan * abilities.logSpan)
  const read = await readFitting(reading, high, Math.max(bound, high - length + 1))
  const perEntry = (high - read.low + 1) / Math.max(read.entries.length, 1)
  session.span = Math.ceil(Math.min(wantedEntries * perEntry, 4 * length, 16_000_000))
  dropLogs(session, read.low)
  const overfull = [...session.overfull].filter((block) => block >= read.low)
  for (const block of overfull) session.overfull.delete(block)
  const lacks = overfull.map((block) => ({ lack: 'coin' as const, low: block, high: block }))
  return { ...read, lacks: [...read.lacks, ...lacks] }
}

async function readFitting(reading: Reading, high: number, wanted: number): Promise<SpanRead> {
  for (let low = wanted; ; ) {
    low = lowestFitting(reading, await coverLogs(reading, low), high)
    try {
      return await readSpan(reading, low, high)
    } catch (error) {
      if (!(error instanceof TooFull)) throw error
      if (error.low <= low || error.low > high) throw new NodeError('more in a block than can be read')
      low = error.low
    }
  }
}

/** Returns the lowest block from which not too many transactions have logs. */
function lowestFitting(reading: Reading, low: number, high: number): number {
  const blocks: readonly number[] = loggedIn(reading, low, high).map(({ block }) => block)
  const last = blocks[stepLimit]
  return last === undefined ? low : Math.min(last + 1, high)
}
