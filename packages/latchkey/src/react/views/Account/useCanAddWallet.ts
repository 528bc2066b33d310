import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'

/** Whether the host speaks to a chain family that no wallet is connected for: one wallet more can be connected. */
export function useCanAddWallet(): boolean {
  const { adapters } = useKit()
  return useKitState(({ connection }) =>
    [...adapters.keys()].some((namespace) => connection.current[namespace] === undefined),
  )
}
