import type { Connector, ConnectorSession } from '../../core/connector.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { walletError } from '../../protocol/walletErrors.js'
import { type Kit, update } from '../Kit.js'
import { untold } from '../notify/tellError.js'
import { hearWallets } from './hearWallets.js'
import { activeNamespace } from './inUse.js'
import { persistConnections } from './persistConnections.js'
import { withReport, withSession } from './sessions.js'
import type { Connection } from './state.js'

/**
 * Takes a wallet's session into the state and keeps it for the next page load.
 *
 * @param wanted The network that the visitor connects on: where another chain family is in use, the wallet's is from now
 *   on, so that what was just connected is what shows. Absent where nobody connects just now.
 */
export function adoptSession(
  kit: Kit,
  connector: Connector,
  session: ConnectorSession,
  wanted?: CaipNetworkId | undefined,
): Connection {
  if (Object.keys(session.namespaces).length === 0) throw walletError('NO_ACCOUNTS_FOUND')
  const replaced = walletsInPlaceOf(kit, connector)
  const connection = takeIn(kit, connector.info.id, session, wanted !== undefined)
  endUnused(kit, replaced)
  if (wanted !== undefined) moveToNetworkOf(kit, connection, wanted)
  persistConnections(kit, [connector.info.id])
  return connection
}

/** The wallets in use for the chain families that this one is for. */
function walletsInPlaceOf(kit: Kit, { info }: Connector): readonly string[] {
  const { current } = kit.store.getState().connection
  return info.namespaces.map((namespace) => current[namespace] ?? info.id).filter((id) => id !== info.id)
}

function takeIn(kit: Kit, id: string, session: ConnectorSession, isChosen: boolean): Connection {
  // What became of an earlier connection is of no interest any more.
  kit.slots.take(untold)
  hearWallets(kit)
  update(kit, 'connection', (state) => (isChosen ? withSession : withReport)(state, id, session))
  const connection = kit.store.getState().connection.connections[id]
  if (connection === undefined) throw walletError('NO_ACCOUNTS_FOUND')
  return connection
}

/** Ends the wallets that nobody uses any more, and does not wait for them. */
function endUnused(kit: Kit, ids: readonly string[]): void {
  const { connections } = kit.store.getState().connection
  for (const id of ids) {
    if (connections[id] === undefined)
      kit.connectors
        .get(id)
        ?.disconnect()
        .catch(() => {})
  }
}

/** Shows the network of what was just connected, where another chain family was in use. */
function moveToNetworkOf(kit: Kit, { namespaces }: Connection, wanted: CaipNetworkId): void {
  const used = namespaces[namespaceOf(wanted)] ?? Object.values(namespaces)[0]
  if (used && namespaceOf(used.networkId) !== activeNamespace(kit.store.getState())) {
    update(kit, 'network', (network) => ({ ...network, activeId: used.networkId }))
  }
}
