import { createSignClient, type SignClient } from '@latchkey/sign-client'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import { metadataOfPage } from '../../core/metadataOfPage.js'
import { signInOffer } from '../../core/siwx.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import { deepLinkItem } from '../../protocol/deepLinkItem.js'
import type { Network } from '../../protocol/entities/Network.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { walletError } from '../../protocol/walletErrors.js'
import { endUnused } from './endUnused.js'
import { followClient } from './followClient.js'
import { openWalletApp } from './openWalletApp.js'
import { pair } from './pair.js'
import { provideSession } from './provideSession.js'
import { createSessionInUse } from './sessionInUse.js'
import { switchNetwork } from './switchNetwork.js'
import type { WalletConnectContext } from './WalletConnectContext.js'

type Parameters = WalletConnectContext & {
  readonly protocolOf: (namespace: Namespace) => WalletProtocol
  readonly info: ConnectorInfo
  readonly events: Emitter<ConnectorEvent>
  /** In a test: a client on a relay in memory. */
  readonly client?: SignClient | undefined
}

/**
 * The connector of the connection protocol, on our own client. It uses one session at a time across all tabs: the
 * newest (decision 065).
 */
export function createWalletConnectConnector({
  config,
  clock,
  storage,
  adapters,
  slots,
  protocolOf,
  info,
  events,
  client = createSignClient({
    relayUrl: config.relay.url,
    projectId: config.relay.projectId ?? config.projectId,
    metadata: config.metadata ?? metadataOfPage(),
    clock,
    announceRelay: true,
  }),
}: Parameters): Connector {
  const ownPairings = new Set<string>()
  let offered: readonly Network[] = config.networks
  const networks = () => offered

  const sessionInUse = createSessionInUse({ client, clock, adapters, events, networks })
  const onUnused = endUnused({
    client,
    clock,
    storage,
    isUsed: () =>
      sessionInUse.session() !== undefined ||
      Object.values(storage.read(connectionsItem) ?? {}).some((stored) => stored?.connectorId === info.id),
  })
  followClient({ client, sessionInUse, adapters, events, ownPairings, onUnused })
  const switchTo = (networkId: CaipNetworkId) =>
    switchNetwork({ client, sessionInUse, protocolOf, onRequest }, networkId)
  const provide = provideSession({
    client,
    clock,
    sessionInUse,
    events,
    networks,
    protocolOf,
    onRequest,
    switchNetwork: switchTo,
  })

  // Brings the wallet's app to the front if necessary.
  function onRequest() {
    const session = sessionInUse.session()
    if (session === undefined || session.isDeepLinkDisabled) return
    openWalletApp(session.peer.metadata.redirect, storage.read(deepLinkItem)?.href)
  }

  return {
    info,
    subscribe: events.subscribe,

    connect({ networks: wanted, signal }) {
      offered = wanted
      // A session that an earlier page left unused may turn up now.
      onUnused({ isShowing: true })
      const offer = slots.get(signInOffer)
      return pair({
        client,
        clock,
        sessionInUse,
        events,
        networks: wanted,
        protocolOf,
        offer,
        signal,
        ownPairings,
      })
    },

    async restore({ networks: wanted }) {
      offered = wanted
      await client.start()
      // Another tab may have connected just now, before this one has received the event.
      const isComplete = await client.resume()
      const newest = sessionInUse.newest()
      // Sessions that this tab cannot read may be in use in other tabs: they must not end because of it.
      if (newest === undefined && !isComplete) throw walletError('CONNECT_FAILED')
      return newest && sessionInUse.adopt(newest)
    },

    async disconnect() {
      sessionInUse.drop()
      await Promise.all(client.sessions().map(({ topic }) => client.disconnect({ topic })))
    },

    switchNetwork: (network) => switchTo(network.caipNetworkId),
    wake: () => void client.resume(),
    async tidy() {
      await client.start()
      await client.resume()
      onUnused({ isNow: true })
    },
    getProvider: async (namespace, onAsked) => provide(namespace, onAsked),
  }
}
