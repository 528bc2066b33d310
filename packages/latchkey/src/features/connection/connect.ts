import type { Connector, ConnectorSession } from '../../core/connector.js'
import type { HostNetworkId } from '../../core/Register.js'
import { untilAborted } from '../../core/untilAborted.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import type { WalletPlatform } from '../../protocol/events.js'
import { type Kit, update } from '../Kit.js'
import { watchConnection } from '../modal/watchConnection.js'
import { activeNamespace, activeNetworkId } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { foldReport } from './foldReport.js'
import { persistConnections } from './persistConnections.js'
import { reportKey } from './registerConnectors.js'
import { withReport, withSession } from './sessions.js'
import { type Connection, sessionOf, withStatus } from './state.js'

const attemptKey = 'connection.attempt'
type RunningAttempt = { readonly controller: AbortController; readonly connector: Connector }

/**
 * Asks the visitor to connect a wallet. A newer attempt ends this one; a late answer of an ended attempt is dropped.
 *
 * @throws `CONNECTOR_TYPE_NOT_FOUND` for an unknown connector, `NETWORK_NOT_FOUND` for an unknown network,
 *   `REQUEST_ABORTED` when a newer attempt or {@link cancelConnect} ended it, and what the connector throws.
 */
export async function connect(kit: Kit, { connectorId, networkId }: connect.Parameters): Promise<Connection> {
  const connector = kit.connectors.get(connectorId)
  if (connector === undefined) throw new KitError('CONNECTOR_TYPE_NOT_FOUND')
  const networks = offeredNetworks(kit, networkId)
  const controller = new AbortController()
  const running: RunningAttempt = { controller, connector }
  cancelConnect(kit)
  kit.live.set(attemptKey, running)
  setStatus(kit, connector, 'connecting')
  update(kit, 'connection', (connection) => ({ ...connection, attempt: { connectorId, status: 'pending' } }))

  try {
    const session = await untilAborted(
      connector.connect({ networks, signal: controller.signal }),
      controller.signal,
    )
    // Cancelled in the very moment of the answer.
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
      method: methodOf(connector),
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
    if (kit.live.get(attemptKey) === running) {
      kit.live.delete(attemptKey)
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

/** Ends the attempt that is under way, if there is one. Whatever its wallet answers from now on is dropped. */
export function cancelConnect(kit: Kit): void {
  const running = kit.live.get(attemptKey) as RunningAttempt | undefined
  kit.live.delete(attemptKey)
  if (running !== undefined) setStatus(kit, running.connector, 'disconnected')
  update(kit, 'connection', (state) => (state.attempt === null ? state : { ...state, attempt: null }))
  running?.controller.abort(new KitError('REQUEST_ABORTED'))
}

/**
 * Takes a wallet's session into the state and keeps it for the next page load.
 *
 * @param wanted The network that the visitor connects on: where another chain family is in use, the wallet's is from now
 *   on, so that what was just connected is what shows. Absent where nobody connects just now.
 */
export function adoptSession(
  kit: Kit,
  { info }: Connector,
  session: ConnectorSession,
  wanted?: CaipNetworkId | undefined,
): Connection {
  if (Object.keys(session.namespaces).length === 0) throw new KitError('NO_ACCOUNTS_FOUND')
  watchConnection(kit)
  kit.live.set(reportKey, foldReport)
  const replaced = info.namespaces
    .map((namespace) => kit.store.getState().connection.current[namespace])
    .filter((id) => id !== undefined && id !== info.id)
  update(kit, 'connection', (state) =>
    wanted === undefined ? withReport(state, info.id, session) : withSession(state, info.id, session),
  )
  const { connections } = kit.store.getState().connection
  const connection = connections[info.id]
  if (connection === undefined) throw new KitError('NO_ACCOUNTS_FOUND')
  for (const id of replaced) {
    // Nobody uses the wallet it replaced any more: end that one too, and do not wait for it.
    if (id !== undefined && connections[id] === undefined)
      kit.connectors
        .get(id)
        ?.disconnect()
        .catch(() => {})
  }
  const { namespaces: granted } = connection
  const used = wanted && (granted[namespaceOf(wanted)] ?? Object.values(granted)[0])
  if (used && namespaceOf(used.networkId) !== activeNamespace(kit.store.getState())) {
    update(kit, 'network', (network) => ({ ...network, activeId: used.networkId }))
  }
  persistConnections(kit, [info.id])
  return connection
}

/** The host's networks, the wanted one first. */
export function offeredNetworks(kit: Kit, networkId?: CaipNetworkId | undefined) {
  const state = kit.store.getState()
  const { networks } = state.network
  const wanted = networks.find(({ caipNetworkId }) => caipNetworkId === (networkId ?? activeNetworkId(state)))
  if (wanted === undefined && networkId !== undefined) throw new KitError('NETWORK_NOT_FOUND')
  return wanted === undefined ? networks : [wanted, ...networks.filter((network) => network !== wanted)]
}

// Namespaces that are connected already stay so while another wallet is tried.
function setStatus(kit: Kit, { info }: Connector, status: 'connecting' | 'disconnected') {
  update(kit, 'connection', (state) => {
    const free = info.namespaces.filter((namespace) => sessionOf(state, namespace) === undefined)
    return withStatus(state, free, status)
  })
}

function methodOf({ info }: Connector): WalletPlatform {
  return info.type === 'WALLET_CONNECT' ? 'qrcode' : 'browser'
}
