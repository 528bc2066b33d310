import type { ConnectorInfo } from '../../core/connector.js'
import type { Connection } from '../../features/connection/state.js'
import { useKitState } from './useKitState.js'

/** Every connected wallet: a visitor may use one for each chain family. */
export function useConnections(): readonly Connection[] {
  return useKitState((state) => Object.values(state.connection.connections))
}

/** Every way to reach a wallet that the kit knows of, in the order they were found. */
export function useConnectors(): readonly ConnectorInfo[] {
  return useKitState((state) => state.connection.connectors)
}
