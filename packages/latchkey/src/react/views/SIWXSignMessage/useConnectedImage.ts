import { accountOf } from '../../../features/account/state.js'
import { useKitState } from '../../hooks/useKitState.js'

/** The picture of the wallet that is connected, where the page has one: a peer's own address for it is not asked. */
export function useConnectedImage(): string | undefined {
  return useKitState((state) => {
    const id = accountOf(state)?.connectorId
    return state.connection.connectors.find((candidate) => candidate.id === id)?.imageUrl
  })
}
