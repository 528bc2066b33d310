import { useEffect } from 'react'
import { fetchPortfolio } from '../../features/account/fetchPortfolio.js'
import { accountOf, type Portfolio } from '../../features/account/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * The tokens that the connected account holds on its network, its coin among them. Fetched when a component first asks;
 * cached for 30 s. A failure is in `data`, with what was known before. Needs the blockchain service.
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
    /** Asks anew, whatever is cached. @throws as `fetchPortfolio` */
    readonly refetch: () => Promise<void>
  }
}
