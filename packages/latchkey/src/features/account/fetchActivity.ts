import { accountError } from '../../protocol/accountErrors.js'
import type { Transaction } from '../../protocol/entities/Transaction.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { fetchTransactions } from './fetchTransactions.js'
import { type Account, type Activity, accountOf } from './state.js'

const nothing: Activity = { status: 'pending', transactions: [], next: null, seen: [] }

/**
 * Fetches what the connected account did into `state.account.activities`: the newest page, or with `isMore` the page
 * after the last one. Asked again, what is new is put on top and the rest stays.
 *
 * @throws `NOT_CONNECTED`, `TRANSACTIONS_FETCH_FAILED`
 */
export async function fetchActivity(
  kit: Kit,
  {
    account = accountOf(kit.store.getState()),
    isMore = false,
  }: { account?: Account | undefined; isMore?: boolean | undefined } = {},
): Promise<void> {
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  const { caipAddress } = account
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
  if (isMore || before?.status !== 'success') set({ ...(before ?? nothing), status: 'pending' })
  try {
    const page = await fetchTransactions(kit, {
      account,
      ...(isMore && before?.next ? { next: before.next, seen: before.seen } : {}),
    })
    const known = now() ?? nothing
    const older = isMore ? page.transactions : known.transactions
    const newer = isMore ? known.transactions : page.transactions
    const isFirst = !isMore && known.transactions.length === 0
    set({
      status: 'success',
      transactions: joined(newer, older),
      next: isMore || isFirst ? page.next : known.next,
      seen: isMore || isFirst ? page.seen : known.seen,
    })
  } catch (error) {
    // No service is configured: there is nothing to tell of, which is not a failure.
    if (isKitError(error) && error.code === 'SERVICE_NOT_CONFIGURED') {
      return set({ ...nothing, status: 'success' })
    }
    const failure = accountError('TRANSACTIONS_FETCH_FAILED', { cause: error })
    set({ ...(now() ?? nothing), status: 'error', error: toErrorState(failure) })
    throw failure
  }
}

/** Both lists as one, each transaction once and as the newer list has it. */
function joined(newer: readonly Transaction[], older: readonly Transaction[]): readonly Transaction[] {
  const ids = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !ids.has(id))]
}
