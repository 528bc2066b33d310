import type { Connector } from '../../core/connector.js'
import { watch } from '../../core/store.js'
import type { Namespace } from '../../protocol/caip.js'
import { connectionsItem, type StoredConnection } from '../../protocol/storageItems.js'
import { type Kit, update } from '../Kit.js'
import { adoptSession } from './adoptSession.js'
import { farewellsOf } from './farewells.js'
import { hearWallets } from './hearWallets.js'
import { namespacesOf } from './inUse.js'
import { methodOf } from './methodOf.js'
import { offeredNetworks } from './offeredNetworks.js'
import { finishPairing, roundsOf } from './pairingRounds.js'
import { persistConnections } from './persistConnections.js'
import { ownPart, withoutConnection } from './sessions.js'
import { type ChosenAccount, isConnected, sessionOf, withStatus } from './state.js'

/** How long a page waits for a stored wallet before it shows the visitor as disconnected. */
const patience = 5_000

/**
 * Takes up the connections of an earlier page life, as each stored wallet is found in the page; without asking the
 * visitor, and without a request if nothing is stored. Follows other tabs: what is disconnected there ends here too.
 * Returns how to stop.
 */
export function restoreConnections(kit: Kit): () => void {
  const tried = new Set<string>()
  /** The wallets that another tab has connected since this page began. */
  const heard = new Set<string>()
  const stopping = new AbortController()
  hearWallets(kit)
  const stopWaitingForStored = () => {
    const stored = storedIds(kit)
    update(kit, 'connection', (state) =>
      withStatus(
        state,
        [...stored.keys()].filter((namespace) => sessionOf(state, namespace) === undefined),
        'disconnected',
      ),
    )
    // From here on the page's own data replaces the server's.
    update(kit, 'connection', ({ known, ...state }) => state)
  }

  function tryAll() {
    for (const [namespace, { connectorId, fingerprint }] of storedIds(kit)) {
      const connector = kit.connectors.get(connectorId)
      const isTaken = sessionOf(kit.store.getState().connection, namespace) !== undefined
      if (connector === undefined || isTaken || tried.has(connectorId)) continue
      tried.add(connectorId)
      // A wallet that only claims the id of the visitor's wallet is not asked.
      if (fingerprint !== undefined && connector.info.fingerprint !== fingerprint) continue
      void restore(kit, connector, { signal: stopping.signal, isHeard: () => heard.has(connectorId) })
    }
  }

  function followOtherTabs() {
    const stored = storedIds(kit)
    const { connections } = kit.store.getState().connection
    const kept = new Set([...stored.values()].map(({ connectorId }) => connectorId))
    const ended = Object.keys(connections).filter((id) => !kept.has(id))
    for (const id of ended) {
      update(kit, 'connection', (state) => withoutConnection(state, id))
      const connector = kit.connectors.get(id)
      // What waits for the visitor there would never be answered.
      connector?.abort?.()
      // It may be connected here with a wallet that the other tab had not heard of, and so did not tell.
      if (connector?.info.type === 'WALLET_CONNECT') connector.disconnect().catch(() => {})
    }
    if (ended.length > 0) {
      const isLast = !isConnected(kit.store.getState().connection)
      for (const { forget } of farewellsOf(kit)) forget?.(kit, { isLast, connectorIds: ended })
    }
    for (const id of kept) tried.delete(id)
    return kept
  }

  function hearOtherTabs() {
    for (const id of followOtherTabs()) heard.add(id)
    tryAll()
  }

  // A page that a server rendered, or a cache kept, may remember accounts that this browser does not.
  const stored = storedIds(kit)
  const { known = {} } = kit.store.getState().connection
  const gone = Object.keys(known).filter((name) => !stored.has(name))
  update(kit, 'connection', (state) => withStatus(state, gone, 'disconnected'))

  const cancelPatience = kit.clock.setTimeout(stopWaitingForStored, patience)
  const stopFollowing = kit.storage.subscribe(connectionsItem, hearOtherTabs)
  const stopWatching = watch(kit.store, (state) => state.connection.connectors, tryAll)
  followOtherTabs()
  tryAll()
  return () => {
    stopping.abort()
    cancelPatience()
    stopFollowing()
    stopWatching()
  }
}

async function restore(
  kit: Kit,
  connector: Connector,
  { signal, isHeard }: { readonly signal: AbortSignal; readonly isHeard: () => boolean },
): Promise<void> {
  let hasAnswered = true
  const session = await connector.restore({ networks: offeredNetworks(kit), signal }).catch(() => {
    // The wallet failed for now: the next page load tries it again.
    hasAnswered = false
    return undefined
  })
  if (signal.aborted) return
  const { connection } = kit.store.getState()
  const { id } = connector.info
  const stored = storedIds(kit)
  const theirs = Object.fromEntries([...stored].map(([name, { connectorId }]) => [name, connectorId]))
  const own = session && ownPart({ ...theirs, ...connection.current }, id, session)
  const free = connector.info.namespaces.filter((namespace) => sessionOf(connection, namespace) === undefined)
  // Meanwhile the visitor may have connected another wallet, or disconnected in another tab.
  const isWanted = [...stored.values()].some(({ connectorId }) => connectorId === id)
  const isEmpty = own === undefined || Object.keys(own.namespaces).length === 0
  if (isEmpty || free.length === 0 || !isWanted) {
    update(kit, 'connection', (state) => withStatus(state, free, 'disconnected'))
    // The wallet itself says that it grants nothing any more: no later page needs to ask it. Not if another tab has just
    // connected with it: the wallet may not have heard of that here.
    const isGone = session === undefined && hasAnswered && isWanted && !isHeard()
    if (isGone && connection.connections[id] === undefined) persistConnections(kit, [id])
    return
  }
  // The protocol knows no account in use: the order of its accounts is the session's, and no choice of the wallet's.
  const chosenNow = (name: Namespace, choice: ChosenAccount): ChosenAccount =>
    connector.info.type === 'WALLET_CONNECT'
      ? { ...choice, over: own.namespaces[name]?.addresses[0] ?? choice.over }
      : choice
  const chosen = [...stored].flatMap(([name, entry]) =>
    entry.connectorId === id && entry.chosen ? [[name, chosenNow(name, entry.chosen)] as const] : [],
  )
  update(kit, 'connection', (state) => ({
    ...state,
    chosen: { ...state.chosen, ...Object.fromEntries(chosen) },
  }))
  const adopted = adoptSession(kit, connector, own)
  // Another tab has connected while a link waits here: no second wallet may answer it.
  if (connector.info.type === 'WALLET_CONNECT') {
    roundsOf(kit).outcome?.resolve(adopted)
    finishPairing(kit)
  }
  const { name } = adopted.wallet ?? connector.info
  kit.events.emit({ type: 'CONNECT_SUCCESS', method: methodOf(connector.info), name, reconnect: true })
}

function storedIds(kit: Kit): ReadonlyMap<Namespace, StoredConnection> {
  const stored = kit.storage.read(connectionsItem) ?? {}
  const offered = namespacesOf(kit.store.getState())
  return new Map(
    offered.flatMap((namespace) => {
      const entry = stored[namespace]
      return entry === undefined ? [] : [[namespace, entry] as const]
    }),
  )
}
