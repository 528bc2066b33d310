import { useEffect } from 'react'
import { fetchIdentity } from '../../features/account/fetchIdentity.js'
import { fetchAvatar } from '../../features/account/fetchPicture.js'
import type { Account } from '../../features/account/state.js'
import { useAccountPicture } from '../hooks/useAccountPicture.js'
import { useAction } from '../hooks/useAction.js'
import { useKit } from '../KitContext.js'

/**
 * Returns the connected account's picture for a button in the page; the modal shows the same one. Fetches it only if
 * the host has a blockchain service: without one, the kit asks no node for names before the modal opens.
 */
export function useButtonPicture(account: Account | undefined): string | undefined {
  const { services } = useKit().config
  const identify = useAction(fetchIdentity)
  const fetch = useAction(fetchAvatar)
  const isServed = services.blockchain !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another picture.
  useEffect(() => {
    if (account === undefined || !isServed) return
    // Without an avatar the button keeps the generated picture.
    identify({ account }).then(
      ({ avatar }) => (avatar === null ? undefined : fetch({ account })),
      () => {},
    )
  }, [identify, fetch, isServed, account?.caipAddress])
  return useAccountPicture(account?.caipAddress)
}
