import { accountError } from '../../protocol/accountErrors.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { isKitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { fetchTransactions } from './fetchTransactions.js'
import { type Account, type Activity, accountOf } from './state.js'

const nothing: Activity = { status: 'pending', transactions: [], next: null, seen: [] }

/**
 * Fetches what the connected account did into `state.account.activities`: the newest page, or with `isMore` the page
 * after the last one. Asked again, what is new is put on top and the rest stays.
 *
 * @throws `TRANSACTIONS_WITHOUT_ADDRESS`, `TRANSACTIONS_FETCH_FAILED`
 */
export async function fetchActivity(
  kit: Kit,
  {
    account = accountOf(kit.store.getState()),
    isMore = false,
    isQuiet = false,
  }: fetchActivity.Parameters = {},
): Promise<void> {
  if (account === undefined) throw accountError('TRANSACTIONS_WITHOUT_ADDRESS')
  const { caipAddress, networkId: network } = account
  const now = () => kit.store.getState().account.activities?.[caipAddress]
  const set = (activity: Activity) =>
    update(kit, 'account', (state) => ({
      ...state,
      activities: { ...state.activities, [caipAddress]: activity },
    }))
  const before = now()
  if (isMore && (before === undefined || before.status === 'pending' || before.next === null)) return
  if (!isMore && before?.status === 'pending') return
  // A page that is asked for again behind what is shown changes nothing until it is there.
  const isAnnounced = isMore || before === undefined || (before.status === 'error' && !isQuiet)
  if (isMore) kit.events.emit({ type: 'LOAD_MORE_TRANSACTIONS', network })
  if (isAnnounced) set({ ...(before ?? nothing), status: 'pending' })
  try {
    const page = await fetchTransactions(kit, {
      account,
      ...(isMore && before?.next ? { next: before.next, seen: before.seen } : {}),
    })
    const known = now() ?? nothing
    // The list began anew while its next page was fetched: that page is not the next one any more.
    const isStray = isMore && known.next !== before?.next
    const pages = isStray ? known : isMore ? appended(known, page) : renewed(known, page)
    // A page that was asked for meanwhile is still to come.
    const status = !isAnnounced && known.status === 'pending' ? 'pending' : 'success'
    set({ transactions: pages.transactions, next: pages.next, seen: pages.seen, status })
  } catch (error) {
    // No service is configured: there is nothing to tell of, which is not a failure.
    if (isKitError(error) && error.code === 'SERVICE_NOT_CONFIGURED') {
      return set({ ...nothing, status: 'success' })
    }
    kit.events.emit({ type: 'ERROR_FETCH_TRANSACTIONS', network })
    const failure = accountError('TRANSACTIONS_FETCH_FAILED', { cause: error })
    // Nobody waits for what is asked behind what is shown: the next look may find it.
    if (!isQuiet || now() === undefined) {
      set({ ...(now() ?? nothing), status: 'error', error: toErrorState(failure) })
    }
    throw failure
  }
}

export declare namespace fetchActivity {
  type Parameters = {
    /** By default the connected one. */
    readonly account?: Account | undefined
    /** Goes on after the last page. */
    readonly isMore?: boolean | undefined
    /** Nothing tells that it is asked again: what is shown stays until the answer is there, also an error. */
    readonly isQuiet?: boolean | undefined
  }
}

type Pages = Pick<Activity, 'transactions' | 'next' | 'seen'>

function appended(known: Pages, page: Pages): Pages {
  const transactions = joined(known.transactions, page.transactions)
  // A page that brings nothing would be followed by the next at once, and so without end where a service leads on.
  const isEnd = transactions.length === known.transactions.length
  return { ...page, transactions, next: isEnd ? null : page.next }
}

/** The newest page in place of what it covers. The pages after it stay, where it reaches them. */
function renewed(known: Pages, page: Pages): Pages {
  const { transactions, next } = page
  // Nothing but lures on the newest pages: they say nothing of what is known.
  if (transactions.length === 0 && next !== null) return known.transactions.length === 0 ? page : known
  const ids = new Set(transactions.map(({ id }) => id))
  const covered = known.transactions.reduce((end, { id }, index) => (ids.has(id) ? index + 1 : end), 0)
  // All there is, or so much that is new that there may be more between it and what is known.
  if (next === null || covered === 0) return page
  return { ...known, transactions: joined(transactions, known.transactions.slice(covered)) }
}

/** Both lists as one, each transaction once and as the newer list has it. */
function joined(newer: readonly Transaction[], older: readonly Transaction[]): readonly Transaction[] {
  const ids = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !ids.has(id))]
}
