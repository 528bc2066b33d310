import { useEffect } from 'react'
import { connectGroups, type WalletGroupChoices } from '../../features/wallets/connectGroups.js'
import { fetchFeaturedWallets } from '../../features/wallets/fetchFeaturedWallets.js'
import { fetchMoreWallets } from '../../features/wallets/fetchWallets.js'
import { recallWallets } from '../../features/wallets/rememberWallet.js'
import { searchWallets } from '../../features/wallets/searchWallets.js'
import type { WalletsState } from '../../features/wallets/state.js'
import { isMobileDevice } from '../device.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * The wallets to offer, as the modal does: in groups, each once, by your config; and the explorer's catalogue to page
 * through and to search. The explorer is asked when a component first asks.
 *
 * @example
 * ```tsx
 * const { groups } = useWallets()
 * groups.flatMap(({ choices }) => choices).map((choice) => <li>{choice.connector?.name ?? choice.wallet.name}</li>)
 * ```
 */
export function useWallets(): useWallets.ReturnType {
  const groups = useKitState((state) => connectGroups(state, { isMobile: isMobileDevice() }))
  const { all, search } = useKitState(({ wallets }) => ({ all: wallets.all, search: wallets.search }))
  const fetchFeatured = useAction(fetchFeaturedWallets)
  const recall = useAction(recallWallets)
  useEffect(() => {
    recall()
    void fetchFeatured()
  }, [fetchFeatured, recall])
  return {
    groups,
    all,
    found: search,
    fetchMore: useAction(fetchMoreWallets),
    search: useAction(searchWallets),
  }
}

export declare namespace useWallets {
  type ReturnType = {
    readonly groups: readonly WalletGroupChoices[]
    /** The pages of the catalogue that were fetched so far. */
    readonly all: WalletsState['all']
    /** The results of the latest search. */
    readonly found: WalletsState['search']
    readonly fetchMore: () => Promise<void>
    readonly search: (parameters: Parameters<typeof searchWallets>[1]) => Promise<void>
  }
}
