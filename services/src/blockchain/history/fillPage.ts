import type { Answer, getHistory, HistoryLack, Transaction } from 'latchkey/protocol'
import { historyLacks } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import { HttpError } from '../../shared/HttpError.js'
import type { Position } from './cursor.js'
import { isFolded, isLeftOut } from './isSpamTransaction.js'

/** Transactions per page that are no spam. */
export const pageSize = 50
/** Most transactions in an answer: clients read no more. */
const answerSize = 100
/** How long a page goes on being filled, in milliseconds, and with how many parts: clients give up after 8 s. */
const patience = 2_000
const partLimit = 10
/** The first public chain with accounts is from this time: how much of a history is read is reckoned from here. */
const firstTime = Date.UTC(2015, 6, 30)

/** A transaction and its place. */
type Line = { readonly transaction: Transaction; readonly position: Position }

type Reading = NonNullable<Answer<typeof getHistory>['reading']>

/** Some transactions, as many as a page has, whatever they are. */
export type Part = {
  readonly lines: readonly Line[]
  /** Where the next part begins; absent at the end of the history. */
  readonly end?: Position | undefined
  readonly sources: readonly string[]
  readonly reading?: Reading | undefined
  readonly lacks?: readonly HistoryLack[] | undefined
}

type Filling = {
  readonly account: string
  readonly before: Position | undefined
  readonly clock: Clock
}

/**
 * Reads parts until a page has 50 transactions that are no spam, with the spam between them. If that takes too long, or
 * its source fails, the page says `reading` and goes on where it stopped.
 */
export async function fillPage(
  read: (before: Position | undefined) => Promise<Part>,
  { account, before, clock }: Filling,
): Promise<Part> {
  const startedAt = clock.steadyNow()
  const lines: Line[] = []
  const ids = new Set<string>()
  const parts: Part[] = []
  let real = 0
  const filled = (end: Position | undefined, reading?: Reading): Part => ({
    lines,
    end,
    reading,
    sources: [...new Set(parts.flatMap(({ sources }) => sources))],
    lacks: historyLacks.filter((lack) => parts.some(({ lacks }) => lacks?.includes(lack))),
  })

  for (let at = before; ; ) {
    let part: Part
    try {
      part = await read(at)
    } catch (error) {
      // What was read before is shown; the next request goes on from there.
      const isExpected = error instanceof NodeError || error instanceof HttpError
      if (parts.length === 0 || at === undefined || !isExpected) throw error
      return filled(at, readingAt(at, clock.now()))
    }
    parts.push(part)
    for (const line of part.lines) {
      const { id } = line.transaction
      if (isLeftOut(line.transaction) || ids.has(id)) continue
      ids.add(id)
      lines.push(line)
      if (!isFolded(line.transaction, account) && ++real === pageSize)
        return filled(line.position, part.reading)
    }
    const { end, reading } = part
    if (end === undefined || reading !== undefined) return filled(end, reading)
    const isLate = clock.steadyNow() - startedAt >= patience || parts.length === partLimit
    if (isLate) return filled(end, readingAt(end, clock.now()))
    at = end
  }
}

/** Leaves out the oldest spam for which an answer has no room, and says how much. */
export function fitIn(
  lines: readonly Transaction[],
  account: string,
  pending: number,
): { readonly data: readonly Transaction[]; readonly spam: number } {
  let surplus = Math.max(0, lines.length + pending - answerSize)
  const isSurplus = (line: Transaction) => surplus > 0 && isFolded(line, account) && surplus-- > 0
  const data = [...lines]
    .reverse()
    .filter((line) => !isSurplus(line))
    .reverse()
  return { data, spam: lines.length - data.length }
}

/** How far a history has been read, by time. */
function readingAt({ minedAt }: Position, now: number): Reading {
  const share = (now - minedAt) / Math.max(now - firstTime, 1)
  return { share: Math.min(Math.max(share, 0), 1) }
}
