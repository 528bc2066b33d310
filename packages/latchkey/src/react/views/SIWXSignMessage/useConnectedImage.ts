import { accountOf } from '../../../features/account/state.js'
import { useKitState } from '../../hooks/useKitState.js'

/** The picture of the wallet that is connected. */
export function useConnectedImage(): string | undefined {
  return useKitState((state) => {
    const id = accountOf(state)?.connectorId
    const connector = state.connection.connectors.find((candidate) => candidate.id === id)
    return (
      connector?.imageUrl ?? (id === undefined ? undefined : state.connection.connections[id]?.wallet?.icon)
    )
  })
}
