import { NodeError } from '../../../outbound/post.js'
import { createLogCursors } from './logCursors.js'
import { coverLogs, dropLogs, loggedIn } from './logs.js'
import { NoHistory } from './prunedLogs.js'
import { mayHave, type Reading, type Session, stepLimit, TooFull } from './Reading.js'
import { readSpan, type SpanRead } from './readSpan.js'

/** Blocks of an account's first span. */
const firstSpan = 10_000
/** Up to this length, an empty span does not say much. */
const cautious = 40_000
/** How many entries a span should have at most: a step is stored as a whole. */
const mostWanted = 16
/** Log queries per filter that one span may need. */
const queriesPerSpan = 8

/** A session for the blocks from `bound` to `high`. */
export function createSession(high: number, bound: number): Session {
  return {
    nonces: new Map(),
    balances: new Map(),
    codes: new Map(),
    logs: createLogCursors(high, bound),
    overfull: new Set(),
    failed: new Map(),
    traceSpan: Number.POSITIVE_INFINITY,
    traceSpanUntil: 0,
    seen: { blocks: 0, entries: 0 },
    longestSpan: firstSpan,
    mostChanges: stepLimit,
  }
}

/** Lets a session begin with what another one knows of the account after a block. */
export function copyState(from: Session, to: Session, block: number): void {
  const [nonce, balance, code] = [from.nonces.get(block), from.balances.get(block), from.codes.get(block)]
  if (nonce !== undefined) to.nonces.set(block, nonce)
  if (balance !== undefined) to.balances.set(block, balance)
  if (code !== undefined) to.codes.set(block, code)
}

type NextPart = {
  readonly high: number
  readonly bound: number
  /** How many entries the page still needs: with more, much would be read that only the next page needs. */
  readonly wanted: number
  /** How many of the newest entries the part should have at most. */
  readonly most?: number | undefined
}

/**
 * Reads the next blocks downwards from `high`, as many as one step should read.
 *
 * @throws `NoHistory`, `NodeError`, `BudgetSpent`; what has been read stays in the session
 */
export async function readNext(
  reading: Reading,
  { high, bound, wanted, most = wanted }: NextPart,
): Promise<SpanRead> {
  const { session } = reading
  const { seen } = session
  const fitting = (Math.min(wanted, mostWanted) * (seen.blocks || firstSpan)) / Math.max(seen.entries, 1)
  session.mostChanges = Math.max(1, Math.min(most, stepLimit))
  const length = Math.ceil(Math.min(fitting, session.longestSpan, longestOf(reading)))
  const read = await readFitting(reading, high, Math.max(bound, high - length + 1))
  const blocks = high - read.low + 1
  seen.blocks = seen.blocks / 2 + blocks
  seen.entries = seen.entries / 2 + read.entries.length
  session.longestSpan = Math.min(blocks * (blocks < cautious ? 2 : 4), 16_000_000)
  dropLogs(session, read.low)
  dropStates(session, read.low)
  const overfull = [...session.overfull].filter((block) => block >= read.low)
  for (const block of overfull) session.overfull.delete(block)
  const lacks = overfull.map((block) => ({ lack: 'coin', low: block, high: block, needs: 'logs' }) as const)
  return { ...read, lacks: [...read.lacks, ...lacks] }
}

/** Forgets the states of blocks that have been read, but that of the one below, where the next part begins. */
function dropStates({ nonces, balances, codes }: Session, low: number): void {
  for (const states of [nonces, balances, codes])
    for (const block of states.keys()) if (block >= low) states.delete(block)
}

/** Most blocks that one step should read with what the nodes accept. */
function longestOf(reading: Reading): number {
  const { traces, abilities, session, clock } = reading
  const { traceSpan, traceSpanUntil, logs } = session
  const isTraced =
    traces !== undefined && clock.steadyNow() < traceSpanUntil && mayHave(reading, 'trace_filter')
  const logSpan = Math.min(abilities.logSpan, ...logs.filters.map(({ span = abilities.logSpan }) => span))
  return Math.min(queriesPerSpan * logSpan, isTraced ? traceSpan : Number.POSITIVE_INFINITY)
}

async function readFitting(reading: Reading, high: number, wanted: number): Promise<SpanRead> {
  for (let low = wanted; ; ) {
    const covered = await coverLogs(reading, low)
    if (covered > high) throw new NoHistory()
    low = lowestFitting(reading, covered, high)
    try {
      return await readSpan(reading, low, high)
    } catch (error) {
      if (!(error instanceof TooFull)) throw error
      if (error.low <= low || error.low > high) throw new NodeError('more in a block than can be read')
      low = error.low
    }
  }
}

/** Returns the lowest block from which no more transactions have logs than are wanted. */
function lowestFitting(reading: Reading, low: number, high: number): number {
  const blocks: readonly number[] = loggedIn(reading, low, high).map(({ block }) => block)
  const last = blocks[reading.session.mostChanges]
  return last === undefined ? low : Math.min(last + 1, high)
}
