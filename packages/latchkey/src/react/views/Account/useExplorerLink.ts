import { accountOf } from '../../../features/account/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import { useKitState } from '../../hooks/useKitState.js'

/** Where the network's explorer shows the account; `undefined` where it has none. */
export function useExplorerLink(): string | undefined {
  const url = useKitState((state) => activeNetwork(state)?.blockExplorers?.default.url)
  const address = useKitState((state) => accountOf(state)?.address)
  return url === undefined || address === undefined
    ? undefined
    : `${url.replace(/\/+$/, '')}/address/${address}`
}
