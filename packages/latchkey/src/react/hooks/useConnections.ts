import type { ConnectorInfo } from '../../core/connector.js'
import type { Connection } from '../../features/connection/state.js'
import { useKitState } from './useKitState.js'

/** Returns every connected wallet: a visitor may connect one for each chain family. */
export function useConnections(): readonly Connection[] {
  return useKitState((state) => Object.values(state.connection.connections))
}

/** Returns every connector that the kit has found, in the order of discovery. */
export function useConnectors(): readonly ConnectorInfo[] {
  return useKitState((state) => state.connection.connectors)
}
