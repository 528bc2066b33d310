import { useEffect } from 'react'
import { fetchNfts } from '../../features/account/fetchNfts.js'
import { accountOf, type Nfts } from '../../features/account/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns the collectibles that the connected account owns on its network, page by page; likely scams have `isSpam`.
 * `fetchNftImage` fetches their pictures. Needs the blockchain service.
 */
export function useNfts(): useNfts.ReturnType {
  const fetch = useAction(fetchNfts)
  const account = useKitState((state) => accountOf(state))
  const data = useKitState((state) => account && state.account.nfts?.[account.caipAddress])
  const caipAddress = account?.caipAddress
  useEffect(() => {
    if (caipAddress !== undefined) fetch().catch(() => {})
  }, [fetch, caipAddress])
  return {
    data,
    hasMore: data !== undefined && data.next !== null,
    fetchMore: () => fetch({ isMore: true }),
    refetch: () => fetch({ isForced: true }),
  }
}

export declare namespace useNfts {
  type ReturnType = {
    readonly data: Nfts | undefined
    readonly hasMore: boolean
    /** @throws as `fetchNfts` */
    readonly fetchMore: () => Promise<void>
    readonly refetch: () => Promise<void>
  }
}
