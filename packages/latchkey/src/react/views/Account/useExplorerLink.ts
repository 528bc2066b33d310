import { accountOf } from '../../../features/account/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import { explorerLink } from '../../explorerLink.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'

/** Returns the account's page on the network's explorer; `undefined` if there is none. */
export function useExplorerLink(): string | undefined {
  const kit = useKit()
  const network = useKitState(activeNetwork)
  const address = useKitState((state) => accountOf(state)?.address)
  return address === undefined ? undefined : explorerLink(kit, network, { address })
}
