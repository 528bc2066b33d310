import type { Connector, ConnectorSession } from '../../core/connector.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { walletError } from '../../protocol/walletErrors.js'
import { type Kit, update } from '../Kit.js'
import { hearWallets } from './hearWallets.js'
import { activeNamespace } from './inUse.js'
import { persistConnections } from './persistConnections.js'
import { withReport, withSession } from './sessions.js'
import type { Connection } from './state.js'

/**
 * Takes a wallet's session into the state and keeps it for the next page load.
 *
 * @param wanted The network that the visitor connects on. If another chain family was in use, the kit switches to the
 *   wallet's family, so that it shows the new account. Absent if the session does not come from a visitor who connects.
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

/** Returns the wallets in use for the chain families of this session. */
function walletsInPlaceOf(kit: Kit, { info }: Connector): readonly string[] {
  const { current } = kit.store.getState().connection
  return info.namespaces.map((namespace) => current[namespace] ?? info.id).filter((id) => id !== info.id)
}

function takeIn(kit: Kit, id: string, session: ConnectorSession, isChosen: boolean): Connection {
  hearWallets(kit)
  // What became of an earlier connection no longer matters.
  update(kit, 'connection', (state) => ({
    ...(isChosen ? withSession : withReport)(state, id, session),
    ended: undefined,
  }))
  const connection = kit.store.getState().connection.connections[id]
  if (connection === undefined) throw walletError('NO_ACCOUNTS_FOUND')
  return connection
}

/** Disconnects the wallets that no chain family uses any more, without waiting for them. */
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

/** Switches to the network of the new connection, if another chain family was in use. */
function moveToNetworkOf(kit: Kit, { namespaces }: Connection, wanted: CaipNetworkId): void {
  const used = namespaces[namespaceOf(wanted)] ?? Object.values(namespaces)[0]
  if (used && namespaceOf(used.networkId) !== activeNamespace(kit.store.getState())) {
    update(kit, 'network', (network) => ({ ...network, activeId: used.networkId }))
  }
}
