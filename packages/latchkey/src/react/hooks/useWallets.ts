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
 * Returns the wallets that the modal offers, grouped as your config says, each wallet once; and the explorer's list of
 * wallets, with paging and search. The kit first calls the explorer when a component with this hook mounts.
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
    /** The pages of the explorer's list that were fetched so far. */
    readonly all: WalletsState['all']
    /** The results of the latest search. */
    readonly found: WalletsState['search']
    readonly fetchMore: () => Promise<void>
    readonly search: (parameters: Parameters<typeof searchWallets>[1]) => Promise<void>
  }
}
