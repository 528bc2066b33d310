import { accountOf } from '../../../features/account/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import { explorerLink } from '../../explorerLink.js'
import { useKitState } from '../../hooks/useKitState.js'

/** Where the network's explorer shows the account; `undefined` where it has none. */
export function useExplorerLink(): string | undefined {
  const network = useKitState(activeNetwork)
  const address = useKitState((state) => accountOf(state)?.address)
  return address === undefined ? undefined : explorerLink(network, { address })
}
