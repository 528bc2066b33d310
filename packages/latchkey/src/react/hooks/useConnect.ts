import type { ConnectorInfo } from '../../core/connector.js'
import { cancelConnect, connect } from '../../features/connection/connect.js'
import type { Connection } from '../../features/connection/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * Connects a wallet without the modal.
 *
 * @example
 * ```tsx
 * const { connectors, mutate: connect, error } = useConnect()
 * connectors.map(({ id, name }) => <button onClick={() => connect({ connectorId: id })}>{name}</button>)
 * ```
 */
export function useConnect(): useConnect.ReturnType {
  const connectors = useKitState((state) => state.connection.connectors)
  const pairingUri = useKitState((state) => state.connection.pairing?.uri)
  const cancel = useAction(cancelConnect)
  const mutation = useMutation(useAction(connect))
  return { ...mutation, connectors, pairingUri, cancel }
}

export declare namespace useConnect {
  type ReturnType = Mutation<connect.Parameters, Connection> & {
    readonly connectors: readonly ConnectorInfo[]
    /** The link to show while the connection protocol waits for a wallet. */
    readonly pairingUri: string | undefined
    /** Cancels the current attempt. */
    readonly cancel: () => void
  }
}
