import { useEffect } from 'react'
import { fetchBalance } from '../../features/account/fetchBalance.js'
import { accountOf, type Balance } from '../../features/account/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns the connected account's balance of its network's coin. Fetched when a component first needs it; cached for 30
 * s. Call `refetch` after a transaction.
 */
export function useBalance(): {
  readonly data: Balance | undefined
  readonly refetch: () => Promise<Balance>
} {
  const fetch = useAction(fetchBalance)
  const account = useKitState((state) => accountOf(state))
  const data = useKitState((state) => account && state.account.balances[account.caipAddress])
  const caipAddress = account?.caipAddress
  useEffect(() => {
    // A failure is part of the data: its status, and the fallback amount.
    if (caipAddress !== undefined) fetch().catch(() => {})
  }, [fetch, caipAddress])
  return { data, refetch: () => fetch({ isForced: true }) }
}
