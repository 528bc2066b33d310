import { useEffect } from 'react'
import { fetchPortfolio } from '../../features/account/fetchPortfolio.js'
import { accountOf, type Portfolio } from '../../features/account/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns the tokens that the connected account holds on its network, including its coin. Fetched when a component
 * first needs it; cached for 30 s. After a failure, `data` has the error and the previous tokens. Needs the blockchain
 * service.
 *
 * @example
 * ```tsx
 * const { data } = usePortfolio()
 * data?.tokens.map(({ name, quantity, symbol }) => <li>{name}: {quantity.numeric} {symbol}</li>)
 * ```
 */
export function usePortfolio(): usePortfolio.ReturnType {
  const fetch = useAction(fetchPortfolio)
  const account = useKitState((state) => accountOf(state))
  const data = useKitState((state) => account && state.account.portfolios?.[account.caipAddress])
  const caipAddress = account?.caipAddress
  useEffect(() => {
    if (caipAddress !== undefined) fetch().catch(() => {})
  }, [fetch, caipAddress])
  return { data, refetch: async () => void (await fetch({ isForced: true })) }
}

export declare namespace usePortfolio {
  type ReturnType = {
    readonly data: Portfolio | undefined
    /** Fetches again, ignoring the cache. @throws as `fetchPortfolio` */
    readonly refetch: () => Promise<void>
  }
}
