import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'

/** Returns true if the host has a chain family without a connected wallet, so that one more can be connected. */
export function useCanAddWallet(): boolean {
  const { adapters } = useKit()
  return useKitState(({ connection }) =>
    [...adapters.keys()].some((namespace) => connection.current[namespace] === undefined),
  )
}
