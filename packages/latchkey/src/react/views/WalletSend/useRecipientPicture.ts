import { useEffect } from 'react'
import { fetchIdentity } from '../../../features/account/fetchIdentity.js'
import { fetchAvatar } from '../../../features/account/fetchPicture.js'
import { type CaipNetworkId, namespaceOf, toCaipAddress } from '../../../protocol/caip.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'

/**
 * Returns the picture of the recipient's name once it has loaded. Only if the address's own record has that name:
 * anyone may point a name at another person's address, and would place their picture next to it.
 */
export function useRecipientPicture(
  { address, name }: { readonly address: string; readonly name?: string | undefined },
  networkId: CaipNetworkId,
): string | undefined {
  const identify = useAction(fetchIdentity)
  const fetch = useAction(fetchAvatar)
  const caipAddress = toCaipAddress(networkId, address)
  const own = useKitState(({ account }) => account.identities?.[caipAddress]?.name)
  const picture = useKitState(({ account }) => account.pictures?.[caipAddress])
  useEffect(() => {
    if (name === undefined) return
    const namespace = namespaceOf(networkId)
    const account = {
      address,
      addresses: [address],
      caipAddress,
      namespace,
      networkId,
      connectorId: '',
    } as const
    // After a failure the generated picture stays.
    identify({ account }).then(
      (found) => (found.avatar !== null && found.name === name ? fetch({ account }) : undefined),
      () => {},
    )
  }, [identify, fetch, address, name, caipAddress, networkId])
  return name !== undefined && own === name ? picture : undefined
}
