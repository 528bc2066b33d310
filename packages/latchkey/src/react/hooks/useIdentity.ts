import { useEffect } from 'react'
import { fetchIdentity } from '../../features/account/fetchIdentity.js'
import { fetchAvatar } from '../../features/account/fetchPicture.js'
import { accountOf } from '../../features/account/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { useLabels } from './useLabels.js'

/**
 * Returns the connected account's name (the visitor's label, else its own name) and picture. Fetched when a component
 * first needs it; cached for 5 minutes.
 *
 * @example
 * ```tsx
 * const { name, avatar } = useIdentity()
 * ```
 */
export function useIdentity(): useIdentity.ReturnType {
  const identify = useAction(fetchIdentity)
  const picture = useAction(fetchAvatar)
  const labelOf = useLabels()
  const account = useKitState((state) => accountOf(state))
  const identity = useKitState((state) => account && state.account.identities?.[account.caipAddress])
  const avatar = useKitState((state) => account && state.account.pictures?.[account.caipAddress])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has another name.
  useEffect(() => {
    if (account === undefined) return
    // Without a name the address is shown, so a failure needs no message.
    identify({ account }).then(
      (found) => (found.avatar === null ? undefined : picture({ account })),
      () => {},
    )
  }, [identify, picture, account?.caipAddress])
  return { name: (account && labelOf(account)) ?? identity?.name ?? undefined, avatar }
}

export declare namespace useIdentity {
  type ReturnType = {
    /** `undefined` if it has none: show the address instead. Where money is sent, always show the address as well. */
    readonly name: string | undefined
    /** The URL of its picture, for an `<img>`. */
    readonly avatar: string | undefined
  }
}
