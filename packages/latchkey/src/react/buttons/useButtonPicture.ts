import { useEffect } from 'react'
import { fetchIdentity } from '../../features/account/fetchIdentity.js'
import { fetchAvatar } from '../../features/account/fetchPicture.js'
import type { Account } from '../../features/account/state.js'
import { useAccountPicture } from '../hooks/useAccountPicture.js'
import { useAction } from '../hooks/useAction.js'
import { useKit } from '../KitContext.js'

/**
 * The connected account's picture for a button in the page: the modal's own. Asked for where the host has a service for
 * it; a page without one asks no node for names before the modal opens.
 */
export function useButtonPicture(account: Account | undefined): string | undefined {
  const { services } = useKit().config
  const identify = useAction(fetchIdentity)
  const fetch = useAction(fetchAvatar)
  const isServed = services.blockchain !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another picture.
  useEffect(() => {
    if (account === undefined || !isServed) return
    // Without one the drawn picture stays.
    identify({ account }).then(
      ({ avatar }) => (avatar === null ? undefined : fetch({ account })),
      () => {},
    )
  }, [identify, fetch, isServed, account?.caipAddress])
  return useAccountPicture(account?.caipAddress)
}
