import { useEffect } from 'react'
import { fetchIdentity } from '../../../features/account/fetchIdentity.js'
import { fetchAvatar } from '../../../features/account/fetchPicture.js'
import { fetchPortfolio } from '../../../features/account/fetchPortfolio.js'
import { accountOf } from '../../../features/account/state.js'
import { followSent, refreshAccount } from '../../../features/send/followSent.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useLive } from '../../hooks/useLive.js'

/** Fetches the data of the account's screens when an account first shows, and polls while they are visible. */
export function useAccountData(): void {
  const identify = useAction(fetchIdentity)
  const picture = useAction(fetchAvatar)
  const list = useAction(fetchPortfolio)
  const refresh = useAction(refreshAccount)
  const follow = useAction(followSent)
  const account = useKitState((state) => accountOf(state))
  const caipAddress = account?.caipAddress
  const hasPending = useKitState(({ account }) =>
    (account.sent ?? []).some(({ status }) => status === 'pending'),
  )

  const showAvatar = () => account && picture({ account })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other data.
  useEffect(() => {
    // Failures are in the state, and are shown.
    identify().then(
      ({ avatar }) => (avatar === null ? undefined : showAvatar()),
      () => {},
    )
    list().catch(() => {})
    void follow()
  }, [identify, list, follow, caipAddress])

  // A wallet that was asked before a reload cannot answer here: only the chain tells that it has sent.
  const followAndRefresh = () => follow().then(refresh)
  useLive(hasPending ? follow : followAndRefresh, hasPending ? whilePending : whileQuiet)
}

const whilePending = { interval: 1_500, longest: 15_000 }
const whileQuiet = { interval: 8_000, longest: 30_000 }
