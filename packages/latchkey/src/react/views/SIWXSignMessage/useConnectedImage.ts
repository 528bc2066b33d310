import { accountOf } from '../../../features/account/state.js'
import { useKitState } from '../../hooks/useKitState.js'

/** Returns the connected wallet's picture if its connector has one; never loads a URL that a remote wallet gave. */
export function useConnectedImage(): string | undefined {
  return useKitState((state) => {
    const id = accountOf(state)?.connectorId
    return state.connection.connectors.find((candidate) => candidate.id === id)?.imageUrl
  })
}
