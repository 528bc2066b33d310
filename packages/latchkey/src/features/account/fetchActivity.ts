import { accountError } from '../../protocol/accountErrors.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { isKitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { fetchTransactions } from './fetchTransactions.js'
import { type Account, type Activity, accountOf } from './state.js'

const nothing: Activity = { status: 'pending', transactions: [], next: null, seen: [] }

/**
 * Fetches the connected account's transactions into `state.account.activities`: the newest page, or with `isMore` the
 * page after the last one. A refresh puts new transactions on top and keeps the rest.
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
  // A quiet refresh changes nothing until its page has come.
  const isAnnounced = isMore || before === undefined || (before.status === 'error' && !isQuiet)
  if (isMore) kit.events.emit({ type: 'LOAD_MORE_TRANSACTIONS', network })
  if (isAnnounced) set({ ...(before ?? nothing), status: 'pending' })
  try {
    const page = await fetchTransactions(kit, {
      account,
      ...(isMore && before?.next ? { next: before.next, seen: before.seen } : {}),
    })
    const known = now() ?? nothing
    // The list began anew while this page was fetched, so the page no longer follows it.
    const isStray = isMore && known.next !== before?.next
    const { error: _, ...pages } = isStray ? known : isMore ? appended(known, page) : renewed(known, page)
    // Another page, asked for in the meantime, is still to come.
    const status = !isAnnounced && known.status === 'pending' ? 'pending' : 'success'
    set({ ...pages, status })
  } catch (error) {
    // No service is configured: the list is empty, and that is no failure.
    if (isKitError(error) && error.code === 'SERVICE_NOT_CONFIGURED') {
      return set({ ...nothing, lacks: ['older'], status: 'success' })
    }
    kit.events.emit({ type: 'ERROR_FETCH_TRANSACTIONS', network })
    const failure = accountError('TRANSACTIONS_FETCH_FAILED', { cause: error })
    // Nobody waits for a quiet refresh; the next one may succeed.
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
    /** A quiet refresh: the state, also an error, stays as it is until the answer has come. */
    readonly isQuiet?: boolean | undefined
  }
}

type Pages = Omit<Activity, 'status'>

function appended(known: Pages, page: Pages): Pages {
  const transactions = joined(known.transactions, page.transactions)
  // A list that shows its end fetches on; a service that always names a next page would never end that.
  const isPaused = transactions.length === known.transactions.length && page.reading === undefined
  const hidden = (known.hidden ?? 0) + (page.hidden ?? 0)
  return {
    ...page,
    transactions,
    ...lacksOf(known, page),
    ...(hidden > 0 && { hidden }),
    ...(isPaused && { isPaused }),
  }
}

/** Returns what the pages lack together: the list shows them as one. */
function lacksOf(...pages: readonly Pages[]): Pick<Pages, 'lacks'> {
  const lacks = [...new Set(pages.flatMap((page) => page.lacks ?? []))]
  return lacks.length === 0 ? {} : { lacks }
}

/** Puts the newest page in place of the part that it covers. The pages after it stay if it overlaps them. */
function renewed(known: Pages, page: Pages): Pages {
  const { transactions, next } = page
  // The newest pages held only spam, so they say nothing about the transactions that are known.
  if (transactions.length === 0 && next !== null) {
    const isPaused = page.reading === undefined
    return known.transactions.length > 0 ? known : { ...page, ...(isPaused && { isPaused }) }
  }
  const ids = new Set(transactions.map(({ id }) => id))
  const covered = known.transactions.reduce((end, { id }, index) => (ids.has(id) ? index + 1 : end), 0)
  // The page is the whole list, or overlaps nothing known: transactions in between may be missing. Or it has all that is
  // known, and knows better how the list goes on.
  if (next === null || covered === 0 || covered === known.transactions.length) return page
  const all = joined(transactions, known.transactions.slice(covered))
  return { ...known, transactions: all, ...lacksOf(known, page) }
}

/** Joins both lists; a transaction in both is taken from the newer one. */
function joined(newer: readonly Transaction[], older: readonly Transaction[]): readonly Transaction[] {
  const ids = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !ids.has(id))]
}
