import { accountActions } from '../../../features/account/accountActions.js'
import { walletFeatures } from '../../../features/account/walletFeatures.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'

type AccountAction = (typeof accountActions)[number]

/** Returns the account's available actions, in the host's order. */
export function useAccountActions(): readonly AccountAction[] {
  const kit = useKit()
  // Only the chain family in use comes from the state; the rest comes from the kit.
  const offered = useKitState(() => walletFeatures(kit))
  return offered.flatMap((id) => accountActions.filter((action) => action.id === id))
}
