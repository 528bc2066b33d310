import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import { patiently } from '../../outbound/turns.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { messageOf } from '../../shared/log.js'
import { currentReadings, indexerCallsLeft } from '../budget/meter.js'
import { callsPerRequest } from './account/accountReader.js'
import type { Hex, Place } from './Entry.js'
import type { HistoryStore } from './historyStore.js'
import type { Walk } from './recipientRecord.js'
import type { Page, PageQuery } from './Source.js'

/** How long it goes on after the last request, in milliseconds. */
const interest = 60_000
/** Entries of one page, where its source tells as many. */
const walkSize = 1_000
/** What a page counts at least against what its client may read. */
const pageCost = 5
/** Blocks near the newest one may still leave the chain, so a later walk reads them again. */
const unsettled = 128

/** A page of which `floor` is absent is the last one. */
type ReadPage = (chainId: CaipNetworkId, account: Hex, query: PageQuery) => Promise<Page>

type Running = { readonly work: Promise<boolean>; readonly asked: { at: number } }

/**
 * Reads on through the histories of accounts whose recipients are asked for, until whom they sent to is known of the
 * whole history. It goes on where it was, and later only through what is new. Only accounts whose history was asked for
 * have a place in the store, and only those are read.
 *
 * It goes on after the answer, until a minute after the last request, with at most half of what its client may read of
 * nodes and ask of indexers: the rest stays for the pages that the client shows.
 *
 * @param read Reads a page, and notes whom the account sent to.
 */
export function createRecipientWalk(
  { settings, clock, log }: Context,
  store: HistoryStore,
  read: ReadPage,
  signal: AbortSignal,
) {
  const running = new Map<string, Running>()

  /** Returns whether the whole history has been read. */
  async function walk(chainId: CaipNetworkId, account: Hex, asked: { at: number }): Promise<boolean> {
    if (!(await store.recipients.has(chainId, account))) return false
    const readings = currentReadings()
    const mayGoOn = () =>
      !signal.aborted &&
      clock.steadyNow() - asked.at < interest &&
      (readings === undefined || readings.left() >= settings.readBurst / 2) &&
      indexerCallsLeft() >= settings.indexerBurst / 2
    const budget = { left: callsPerRequest }
    let state = nextWalk(await store.recipients.walk(chainId, account))
    while (mayGoOn()) {
      readings?.spend(pageCost)
      const before = state.place === start ? undefined : state.place
      const page = await read(chainId, account, { before, limit: walkSize, budget })
      const next = afterPage(state, page)
      if (next === undefined) return false
      await store.recipients.setWalk(chainId, account, next)
      if (next.place === undefined) return true
      state = next
    }
    return false
  }

  return {
    /** Reads on. Requests for the same account share the work. Resolves with whether all is read. Never throws. */
    readOn(chainId: CaipNetworkId, account: Hex): Promise<boolean> {
      const key = `${chainId} ${account}`
      const known = running.get(key)
      if (known !== undefined) {
        known.asked.at = clock.steadyNow()
        return known.work
      }
      const asked = { at: clock.steadyNow() }
      const work = patiently(() => walk(chainId, account, asked))
        .catch((error: unknown) => {
          if (!signal.aborted && !(error instanceof NodeError) && !(error instanceof HttpError))
            log.warn('blockchain.recipients', { reason: messageOf(error) })
          return false
        })
        .finally(() => running.delete(key))
      running.set(key, { work, asked })
      return work
    },
    /** Resolves when work in progress has stopped after the signal. */
    async close(): Promise<void> {
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

/** The place above everything. */
const start: Place = { minedAt: Number.MAX_SAFE_INTEGER, block: Number.MAX_SAFE_INTEGER, index: 0 }

function nextWalk(last: Walk | undefined): Walk {
  if (last === undefined) return { high: -1, until: -1, place: start }
  return last.place === undefined ? { high: -1, until: last.high - unsettled, place: start } : last
}

/** How far the walk is after a page; `undefined` if that page brought it no further. */
function afterPage({ high, until, place }: Walk, { entries, floor, reading, lacks }: Page): Walk | undefined {
  const top = Math.max(high, until, ...entries.map(({ block }) => block))
  const last = entries.at(-1)
  // A history that is read no further for now is not at its end.
  const isEnd = floor === undefined && reading === undefined && lacks?.includes('older') !== true
  if (isEnd || (last !== undefined && last.block <= until)) return { high: top, until }
  const lowest = last ?? floor
  if (lowest === undefined || place === undefined) return undefined
  const next = { minedAt: lowest.minedAt, block: lowest.block, index: lowest.index }
  const isSame = next.minedAt === place.minedAt && next.block === place.block && next.index === place.index
  return isSame ? undefined : { high: top, until, place: next }
}
