import { useEffect } from 'react'
import { fetchActivity } from '../../features/account/fetchActivity.js'
import { type Activity, accountOf } from '../../features/account/state.js'
import { followSent } from '../../features/send/followSent.js'
import { loadSent, sentBy } from '../../features/send/sent.js'
import type { Sent } from '../../features/send/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { useLive } from './useLive.js'

/**
 * Returns the connected account's transactions on its network, newest first, page by page, and those sent from this
 * browser, each followed until it is final while the page is visible. Transactions made elsewhere need the blockchain
 * service.
 */
export function useActivity(): useActivity.ReturnType {
  const fetch = useAction(fetchActivity)
  const load = useAction(loadSent)
  const follow = useAction(followSent)
  const account = useKitState((state) => accountOf(state))
  const data = useKitState((state) => account && state.account.activities?.[account.caipAddress])
  const sent = useKitState((state) => (account === undefined ? [] : sentBy(state, account)))
  const hasPending = sent.some(({ status }) => status === 'pending')
  const caipAddress = account?.caipAddress
  useEffect(() => {
    load()
    if (caipAddress !== undefined) fetch().catch(() => {})
  }, [fetch, load, caipAddress])
  useLive(hasPending ? follow : nothing, hasPending ? whilePending : whileQuiet)
  return {
    data,
    sent,
    hasMore: data !== undefined && data.next !== null,
    fetchMore: () => fetch({ isMore: true }),
    refetch: () => fetch(),
  }
}

export declare namespace useActivity {
  type ReturnType = {
    readonly data: Activity | undefined
    /** Newest first; a transfer is `pending` until the chain or the wallet has reported its result. */
    readonly sent: readonly Sent[]
    readonly hasMore: boolean
    /** @throws as `fetchActivity` */
    readonly fetchMore: () => Promise<void>
    readonly refetch: () => Promise<void>
  }
}

const whilePending = { interval: 1_500, longest: 15_000 }
const whileQuiet = { interval: 60_000, longest: 60_000 }
const nothing = async () => {}
