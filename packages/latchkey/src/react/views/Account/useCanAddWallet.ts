import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'

/** Returns true if one of the host's chain families has no connected wallet, so that one more can be connected. */
export function useCanAddWallet(): boolean {
  const { adapters } = useKit()
  return useKitState(({ connection }) =>
    [...adapters.keys()].some((namespace) => connection.current[namespace] === undefined),
  )
}
