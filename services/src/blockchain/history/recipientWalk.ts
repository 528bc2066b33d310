import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { HttpError } from '../../shared/HttpError.js'
import { messageOf } from '../../shared/log.js'
import { currentReadings } from '../budget/meter.js'
import { callsPerRequest } from './account/accountReader.js'
import type { Hex, Place } from './Entry.js'
import { pageSize } from './fillPage.js'
import type { HistoryStore } from './historyStore.js'
import type { Walk } from './recipientRecord.js'
import type { Page, PageQuery } from './Source.js'

/** Pages that one request may have read on, and what each counts at least against what its client may read. */
const pagesPerRequest = 5
const pageCost = 5
/** Blocks near the newest one may still leave the chain, so a later walk reads them again. */
const unsettled = 128

type ReadPage = (chainId: CaipNetworkId, account: Hex, query: PageQuery) => Promise<Page>

/**
 * Reads on through the histories of accounts whose recipients are asked for, until whom they sent to is known of the
 * whole history. It goes on where it was, and later only through what is new. Only accounts whose history was asked for
 * have a place in the store, and only those are read.
 *
 * @param read Reads a page, and notes whom the account sent to.
 */
export function createRecipientWalk(
  { settings, log }: Context,
  store: HistoryStore,
  read: ReadPage,
  signal: AbortSignal,
) {
  const running = new Map<string, Promise<void>>()

  async function walk(chainId: CaipNetworkId, account: Hex): Promise<void> {
    if (!(await store.recipients.has(chainId, account))) return
    const readings = currentReadings()
    const budget = { left: callsPerRequest }
    let state = nextWalk(await store.recipients.walk(chainId, account))
    for (let count = 0; count < pagesPerRequest && !signal.aborted; count++) {
      // Half of what the client may read stays for the pages that it shows.
      if (readings !== undefined && readings.left() < settings.readBurst / 2) return
      readings?.spend(pageCost)
      const before = state.place === start ? undefined : state.place
      const page = await read(chainId, account, { before, limit: pageSize, budget })
      const next = afterPage(state, page)
      if (next === undefined) return
      await store.recipients.setWalk(chainId, account, next)
      if (next.place === undefined) return
      state = next
    }
  }

  return {
    /** Reads some pages on. Requests for the same account share the work. Never throws. */
    readOn(chainId: CaipNetworkId, account: Hex): Promise<void> {
      const key = `${chainId} ${account}`
      const work =
        running.get(key) ??
        walk(chainId, account)
          .catch((error: unknown) => {
            if (signal.aborted || error instanceof NodeError || error instanceof HttpError) return
            log.warn('blockchain.recipients', { reason: messageOf(error) })
          })
          .finally(() => running.delete(key))
      running.set(key, work)
      return work
    },
    /** Resolves when work in progress has stopped after the signal. */
    async close(): Promise<void> {
      await Promise.all(running.values())
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
  const isCut = lacks?.includes('older') === true
  const isEnd = floor === undefined && reading === undefined && entries.length < pageSize && !isCut
  if (isEnd || (last !== undefined && last.block <= until)) return { high: top, until }
  const lowest = last ?? floor
  if (lowest === undefined || place === undefined) return undefined
  const next = { minedAt: lowest.minedAt, block: lowest.block, index: lowest.index }
  const isSame = next.minedAt === place.minedAt && next.block === place.block && next.index === place.index
  return isSame ? undefined : { high: top, until, place: next }
}
