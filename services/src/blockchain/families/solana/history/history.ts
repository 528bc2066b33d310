import type { Answer, CaipNetworkId, getHistory, Transaction } from 'latchkey/protocol'
import { onBehalfOf } from '../../../../outbound/turns.js'
import type { Context } from '../../../../shared/context.js'
import { HttpError } from '../../../../shared/HttpError.js'
import { currentReadings, inBackground, type Readings } from '../../../budget/meter.js'
import { pageSize } from '../../../history/fillPage.js'
import { isFolded } from '../../../history/isSpamTransaction.js'
import type { Nodes } from '../../../nodes.js'
import type { FamilyHistory } from '../../Family.js'
import type { TokenReader } from '../createTokenReader.js'
import { createAccounts } from './createAccounts.js'
import { createEntries, type Line } from './createEntries.js'
import { describeEntry } from './describeEntry.js'
import { type Listed, listSignatures, merged, type Place, type Row } from './signatures.js'

/** Transactions that are read at once, the most in an answer, and calls that one request may cause. */
const atOnce = 10
const answerSize = 100
const callLimit = 250
/** How long a page goes on being filled, in milliseconds: clients give up after 8 s. */
const patience = 3_000
/** The chain began then. */
const firstTime = Date.UTC(2020, 2, 16)

type Page = Answer<typeof getHistory>
type Calls = { left: number; readonly readings: Readings | undefined }

/**
 * Reads an account's transactions from the chain's nodes, newest first: those of the account and of its token accounts.
 * The cursor names the last transaction. A page that takes too long ends early and says `reading`.
 */
export function createSolanaHistory(
  context: Context,
  chainId: CaipNetworkId,
  { nodes, tokens }: { readonly nodes: Nodes; readonly tokens: TokenReader },
): FamilyHistory {
  const { clock } = context
  const { isImitation } = tokens
  const accounts = createAccounts(context)
  const entries = createEntries()

  function counted(calls: Calls): Nodes['ask'] {
    return (asked, ...rest) => {
      calls.left -= asked.length
      calls.readings?.spend(asked.length)
      return nodes.ask(asked, ...rest)
    }
  }

  async function read(owner: string, before: Place | undefined, calls: Calls): Promise<Page> {
    const ask = counted(calls)
    const startedAt = clock.steadyNow()
    const isLate = () => clock.steadyNow() - startedAt >= patience
    const isSpent = () => calls.left <= 0 || (calls.readings?.left() ?? 1) < 1
    const own = await accounts.of(owner, ask)
    const list = (of: readonly string[], from: Place | undefined) => listSignatures(ask, of, from)
    let known: readonly string[] = own.all
    let listed = await list(known, before)
    // A node that does not know the cursor's transaction says that nothing is behind it.
    const isLost = before !== undefined && listed.rows.length === 0 && listed.floor === undefined
    let isCut = own.isCut || isLost
    const lines: Line[] = []
    let at = before
    let real = 0
    for (;;) {
      isCut ||= listed.isCut === true
      if (listed.rows.length === 0) {
        if (listed.floor === undefined) return answer({ owner, lines, isCut }, ask)
        listed = await list(known, at)
        if (listed.rows.length === 0) return answer({ owner, lines, isCut: true }, ask)
        continue
      }
      const [part, rest] = wholeSlots(listed.rows)
      const found = await entries.of(owner, part, ask)
      isCut ||= found.length < part.length
      const ownAccounts = found.flatMap(({ entry }) => entry.ownAccounts)
      const fresh = accounts.learn(owner, known, ownAccounts)
      if (fresh.length > 0) {
        known = [...known, ...fresh]
        // What they received may lie between the transactions of this part.
        listed = joined(listed, await list(fresh, at))
        if (!isLate() && !isSpent()) continue
        isCut = true
      }
      const told = found.filter(({ entry }) => isAbout(entry))
      lines.push(...told)
      at = part.at(-1) ?? at
      listed = { ...listed, rows: fresh.length > 0 ? listed.rows.filter(isBehind(at)) : rest }
      real += told.filter(({ row, entry }) => !isFoldedEntry(row, entry, owner)).length
      const isDone = listed.rows.length === 0 && listed.floor === undefined
      if (isDone) return answer({ owner, lines, isCut }, ask)
      if (real >= pageSize) return answer({ owner, lines, isCut, next: at }, ask)
      if (isLate() || isSpent() || lines.length + atOnce > answerSize)
        return answer({ owner, lines, isCut, next: at, isReading: true }, ask)
    }
  }

  const isFoldedEntry = (row: Row, entry: Line['entry'], owner: string) =>
    isFolded(
      describeEntry(row, entry, { chainId, owner, tokens: new Map(), isImitation, now: clock.now() }),
      owner,
    )

  async function answer({ owner, lines, isCut, next, isReading }: Found, ask: Nodes['ask']): Promise<Page> {
    const mints = lines.flatMap(({ entry }) => entry.movements.flatMap(({ mint }) => mint ?? []))
    const now = clock.now()
    const around = { chainId, owner, tokens: await tokens.of(mints, ask), isImitation, now }
    const data = lines
      .slice(0, answerSize)
      .map(({ row, entry }): Transaction => describeEntry(row, entry, around))
    const isOver = isCut || lines.length > answerSize
    return {
      data,
      next: next === undefined ? null : `${next.slot}-${next.signature}`,
      ...(isReading ? { reading: { share: shareOf(lines.at(-1)?.row, now) } } : {}),
      ...(isOver ? { lacks: ['older'] } : {}),
    }
  }

  return {
    async page(owner, cursor) {
      const before = cursor === undefined ? undefined : readCursor(cursor)
      const readings = currentReadings()
      readings?.require()
      const calls = { left: callLimit, readings }
      return onBehalfOf(owner, () => inBackground(() => read(owner, before, calls)))
    },
  }
}

type Found = {
  readonly owner: string
  readonly lines: readonly Line[]
  readonly isCut: boolean
  readonly next?: Place | undefined
  readonly isReading?: boolean
}

/** Anyone can name an account in a transaction that does nothing to it. */
function isAbout({ isOwn, movements }: Line['entry']): boolean {
  return isOwn || movements.length > 0
}

const isBehind = (place: Place | undefined) => (row: Row) => place === undefined || row.slot < place.slot

/** Takes some rows from the start, and all of the last one's slot. */
function wholeSlots(rows: readonly Row[]): readonly [readonly Row[], readonly Row[]] {
  const last = rows[Math.min(atOnce, rows.length) - 1]
  const end = rows.findIndex(({ slot }) => last !== undefined && slot < last.slot)
  return end === -1 ? [rows, []] : [rows.slice(0, end), rows.slice(end)]
}

/** Adds what other accounts list; only what both have told completely stays. */
function joined(one: Listed, other: Listed): Listed {
  const floor = Math.max(one.floor ?? -1, other.floor ?? -1)
  const isCut = one.isCut ?? other.isCut
  const rows = merged([one.rows, other.rows]).filter(({ slot }) => isCut || slot > floor)
  return { rows, ...(floor < 0 ? {} : { floor }), ...(isCut ? { isCut } : {}) }
}

/** How far a history has been read, by time. */
function shareOf(row: Row | undefined, now: number): number {
  const share = (now - (row?.minedAt ?? now)) / Math.max(now - firstTime, 1)
  return Math.min(Math.max(share, 0), 1)
}

/** @throws `INVALID_QUERY` */
function readCursor(cursor: string): Place {
  const [, slot, signature] = /^(\d{1,15})-([1-9A-HJ-NP-Za-km-z]{64,88})$/.exec(cursor) ?? []
  if (slot === undefined || signature === undefined)
    throw new HttpError('INVALID_QUERY', { details: 'cursor: must be a cursor of this service' })
  return { slot: Number(slot), signature }
}
