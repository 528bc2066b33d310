import { callEndpoint } from '../../core/callEndpoint.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { getHistory } from '../../protocol/http/blockchain.js'
import type { Kit } from '../Kit.js'
import { isServed } from './isServed.js'
import { type Account, accountOf } from './state.js'

/** The most pages without anything to show that one call skips; the next call continues from there. */
const emptyPages = 5

/**
 * Fetches one page of the connected account's transactions on its network, newest first.
 *
 * - `GET /v1/account/:address/history`; not cached. Pass the answer's `next` to get the following page.
 * - Leaves out transactions of other chains and those that only moved spam collectibles (spec §5), and skips pages that
 *   hold nothing else.
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
  if (!(await isServed(kit, networkId, 'history'))) return { transactions: [], next: null, seen }
  const visited = new Set(seen)
  let cursor = from
  if (cursor !== undefined) visited.add(cursor)
  for (let page = 0; ; page++) {
    const { data, next } = await callEndpoint(kit, getHistory, {
      params: { address },
      query: { chainId: networkId, cursor },
      signal,
    })
    const transactions = data.filter(
      (transaction) => transaction.metadata.chain === networkId && !isSpam(transaction),
    )
    // A cursor that was followed before leads to the same pages again, without end.
    const following = next === null || visited.has(next) ? null : next
    if (transactions.length > 0 || following === null || page + 1 === emptyPages) {
      return { transactions, next: following, seen: [...visited] }
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
  type Page = {
    readonly transactions: readonly Transaction[]
    readonly next: string | null
    readonly seen: readonly string[]
  }
}

function isSpam({ transfers }: Transaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam === true)
}
