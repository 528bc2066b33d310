import type { Connector } from '../../core/connector.js'
import type { HostNetworkId } from '../../core/Register.js'
import { defineSlot } from '../../core/slots.js'
import { untilAborted } from '../../core/untilAborted.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { adoptSession } from './adoptSession.js'
import { hearWallets } from './hearWallets.js'
import { activeNetworkId } from './inUse.js'
import { methodOf } from './methodOf.js'
import { offeredNetworks } from './offeredNetworks.js'
import { withFreeStatus } from './sessions.js'
import type { Connection } from './state.js'

type RunningAttempt = { readonly controller: AbortController; readonly connector: Connector }
const attempt = defineSlot<RunningAttempt>('connection.attempt')

/**
 * Asks the visitor to connect a wallet. A newer attempt ends this one; a late answer of an ended attempt is dropped.
 *
 * @throws `CONNECTOR_TYPE_NOT_FOUND` for an unknown connector, `NETWORK_NOT_FOUND` for an unknown network,
 *   `REQUEST_ABORTED` when a newer attempt or {@link cancelConnect} ended it, and what the connector throws.
 */
export async function connect(kit: Kit, { connectorId, networkId }: connect.Parameters): Promise<Connection> {
  const connector = kit.connectors.get(connectorId)
  if (connector === undefined) throw walletError('CONNECTOR_TYPE_NOT_FOUND')
  const networks = offeredNetworks(kit, networkId)
  const controller = new AbortController()
  const running: RunningAttempt = { controller, connector }
  cancelConnect(kit)
  kit.slots.set(attempt, running)
  hearWallets(kit)
  setStatus(kit, connector, 'connecting')
  update(kit, 'connection', (connection) => ({ ...connection, attempt: { connectorId, status: 'pending' } }))

  try {
    const session = await untilAborted(
      connector.connect({ networks, signal: controller.signal }),
      controller.signal,
    )
    // The attempt was cancelled while the answer arrived.
    controller.signal.throwIfAborted()
    const connection = adoptSession(
      kit,
      connector,
      session,
      networkId ?? activeNetworkId(kit.store.getState()),
    )
    update(kit, 'connection', (state) => ({ ...state, attempt: null }))
    kit.events.emit({
      type: 'CONNECT_SUCCESS',
      method: methodOf(connector.info),
      name: connector.info.name,
      reconnect: false,
    })
    return connection
  } catch (error) {
    if (!controller.signal.aborted) {
      const failure = toErrorState(error, { code: 'CONNECT_FAILED' })
      update(kit, 'connection', (state) => ({
        ...state,
        attempt: { connectorId, status: 'error', error: failure },
      }))
      kit.events.emit({ type: 'CONNECT_ERROR', message: failure.code })
    }
    throw error
  } finally {
    if (kit.slots.get(attempt) === running) {
      kit.slots.take(attempt)
      setStatus(kit, connector, 'disconnected')
    }
  }
}

export declare namespace connect {
  type Parameters = {
    /** One of the kit's connectors: see `state.connection.connectors`. */
    readonly connectorId: string
    /** The network to connect on. @default the active one */
    readonly networkId?: HostNetworkId | undefined
  }
}

/** Ends the running attempt, if there is one. Later answers of its wallet are ignored. */
export function cancelConnect(kit: Kit): void {
  const running = kit.slots.take(attempt)
  if (running !== undefined) setStatus(kit, running.connector, 'disconnected')
  update(kit, 'connection', (state) => (state.attempt === null ? state : { ...state, attempt: null }))
  running?.controller.abort(new KitError('REQUEST_ABORTED'))
}

// Namespaces that are connected already stay so while another wallet is tried.
function setStatus(kit: Kit, { info }: Connector, status: 'connecting' | 'disconnected') {
  update(kit, 'connection', (state) => withFreeStatus(state, info.namespaces, status))
}
