import { callEndpoint } from '../../core/callEndpoint.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { getHistory } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'
import { isServed } from './isServed.js'
import { type Account, type Activity, accountOf } from './state.js'

/** The most pages without anything to show that one call skips; the next call continues from there. */
const emptyPages = 5
/** Before the first public chain there was nothing (2009), and a visitor's clock may be a day slow. */
const [firstTime, clockError] = [Date.UTC(2009), 86_400_000]

/**
 * Fetches one page of the connected account's transactions on its network, newest first.
 *
 * - `GET /v1/account/:address/history`; not cached. Pass the answer's `next` to get the following page.
 * - Leaves out transactions of other chains, those that only moved spam collectibles (spec §5), and those of before 2009
 *   or of the future; skips pages that hold nothing else.
 * - `reading` is the part of the history that the service has read, from 0 to 1, while it still reads.
 * - `next` is `null` at the end, also if the service's cursors go in a circle; pass on `seen` to detect that.
 *
 * @throws `TRANSACTIONS_WITHOUT_ADDRESS`, and the codes of `callEndpoint`
 */
export async function fetchTransactions(
  kit: Kit,
  {
    account = accountOf(kit.store.getState()),
    next: from,
    seen = [],
    signal,
  }: fetchTransactions.Parameters = {},
): Promise<fetchTransactions.Page> {
  if (account === undefined) throw accountError('TRANSACTIONS_WITHOUT_ADDRESS')
  const { address, networkId } = account
  if (!(await isServed(kit, networkId, 'history')))
    // Nobody was asked, so nothing shows that there are none.
    return { transactions: [], next: null, seen, lacks: ['older'] }
  const visited = new Set(seen)
  let cursor = from
  let hidden = 0
  if (cursor !== undefined) visited.add(cursor)
  for (let page = 0; ; page++) {
    const { data, next, reading, lacks, spam } = await callEndpoint(kit, getHistory, {
      params: { address },
      query: { chainId: networkId, cursor },
      signal,
    })
    hidden += spam ?? 0
    const latest = kit.clock.now() + clockError
    const transactions = data.filter(
      (transaction) =>
        transaction.metadata.chain === networkId &&
        !isSpam(transaction) &&
        isWithin(transaction, firstTime, latest),
    )
    // A cursor that was followed before leads to the same pages again, without end; to more while the service reads.
    const following = next === null || (visited.has(next) && !reading) ? null : next
    if (transactions.length > 0 || following === null || reading || page + 1 === emptyPages) {
      const state = {
        ...(reading && { reading: reading.share }),
        ...(lacks && { lacks }),
        ...(hidden > 0 && { hidden }),
      }
      return { transactions, next: following, seen: [...visited], ...state }
    }
    cursor = following
    visited.add(following)
  }
}

export declare namespace fetchTransactions {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    /** Where the page before ended; absent for the first page. */
    readonly next?: string | undefined
    /** The cursors followed so far, as the page before gave them. */
    readonly seen?: readonly string[] | undefined
    readonly signal?: AbortSignal | undefined
  }
  type Page = Pick<Activity, 'transactions' | 'next' | 'seen' | 'reading' | 'lacks' | 'hidden'>
}

function isSpam({ transfers }: Transaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam === true)
}

function isWithin({ metadata }: Transaction, first: number, last: number): boolean {
  const minedAt = Date.parse(metadata.minedAt)
  return minedAt >= first && minedAt <= last
}
