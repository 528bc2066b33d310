import { createSignClient, isSignError, type Pairing, type Session } from '@latchkey/sign-client'
import type {
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  ConnectParameters,
} from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import { metadataOfPage } from '../../core/metadataOfPage.js'
import { type SignInOffer, type SiwxSession, signInOfferKey } from '../../core/siwx.js'
import {
  type CaipNetworkId,
  isNamespace,
  type Namespace,
  namespaceOf,
  parseCaipAddress,
  toNetworkId,
} from '../../protocol/caip.js'
import { pairingLifetime } from '../../protocol/constants.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import { deepLinkItem } from '../../protocol/storageItems.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { connectAndSignIn } from './connectAndSignIn.js'
import { createSessionProvider } from './createSessionProvider.js'
import { openWalletApp } from './openWalletApp.js'
import { proposeNamespaces } from './proposeNamespaces.js'
import { type ActiveNetworks, type GrantedAccount, readAccounts, toConnectorSession } from './readSession.js'
import { toConnectError } from './toConnectError.js'
import type { WalletConnectContext } from './walletConnect.js'

type Parameters = WalletConnectContext & {
  readonly info: ConnectorInfo
  readonly events: Emitter<ConnectorEvent>
}

/** The session in use, its accounts read, and the chain of each namespace that is in use. */
type Current = {
  readonly session: Session
  readonly accounts: readonly GrantedAccount[]
  readonly active: ActiveNetworks
}

/** The connector of the connection protocol, on our own client. One session at a time: the newest. */
export function createWalletConnectConnector({
  config,
  clock,
  storage,
  adapters,
  live,
  info,
  events,
}: Parameters): Connector {
  const client = createSignClient({
    relayUrl: config.relay.url,
    projectId: config.relay.projectId ?? config.projectId,
    metadata: config.metadata ?? metadataOfPage(),
    clock,
    announceRelay: true,
  })
  let current: Current | undefined
  let networks: readonly Network[] = config.networks
  let started: Promise<void> | undefined

  const eip155 = createSessionProvider({
    client,
    clock,
    topic: () => current?.session.topic,
    networks: () => networks,
    networkId: () => read()?.namespaces.eip155?.networkId,
    addresses: () => read()?.namespaces.eip155?.addresses ?? [],
    switchNetwork: switchTo,
    onRequest: bringWalletToFront,
  })

  client.on('session_update', ({ topic }) => void onUpdate(topic))
  client.on('session_event', ({ topic, chainId, event }) => {
    if (topic !== current?.session.topic) return
    if (event.name === 'chainChanged') onChainChanged(chainId, event.data)
    if (event.name === 'accountsChanged') onAccountsChanged(event.data)
  })
  client.on('session_delete', ({ topic }) => {
    if (topic === current?.session.topic) end()
  })
  client.on('session_expire', ({ topic }) => {
    if (topic === current?.session.topic) end(new KitError('SESSION_GONE'))
  })
  client.on('relay', ({ status, error }) => {
    // Another try is no success: what is wrong stays in sight until the line is open.
    if (status === 'connecting') return
    const isDown = status === 'closed' || status === 'refused'
    events.emit({ type: 'transport', error: isDown ? toConnectError(error) : undefined })
  })

  function read(): ConnectorSession | undefined {
    return current === undefined ? undefined : toConnectorSession({ ...current, networks })
  }

  async function adopt(session: Session, active: ActiveNetworks = {}): Promise<ConnectorSession> {
    const accounts = await readAccounts(session, adapters)
    const adopted = toConnectorSession({ session, accounts, networks, active })
    if (Object.keys(adopted.namespaces).length === 0) {
      await client.disconnect({ topic: session.topic })
      throw new KitError('WALLET_ANSWER_INVALID')
    }
    const previous = current?.session.topic
    current = { session, accounts, active: {} }
    activate(adopted)
    // The protocol allows many sessions; a visitor has one wallet on the other end of this connector.
    if (previous !== undefined && previous !== session.topic) void client.disconnect({ topic: previous })
    return adopted
  }

  /** Takes up a session that came with signed messages, which are taken in before anybody knows of the connection. */
  async function adoptSigned(
    session: Session,
    sessions: readonly SiwxSession[],
    { offer, signal }: { readonly offer: SignInOffer; readonly signal: AbortSignal },
  ): Promise<ConnectorSession> {
    const signedOn = sessions.map(({ data }) => data.chainId)
    // A wallet may sign for fewer chains than it grants: on one that it signed for nothing is left to ask.
    const wanted = networks.find(({ caipNetworkId }) => signedOn.includes(caipNetworkId))
    const adopted = await adopt(session, { eip155: wanted?.caipNetworkId })
    const networkId = adopted.namespaces.eip155?.networkId
    if (networkId === undefined) return adopted
    await offer.accept({ sessions, networkId, signal })
    if (signal.aborted) await client.disconnect({ topic: session.topic })
    return adopted
  }

  function propose(offered: readonly Network[], signal: AbortSignal): Promise<Session> {
    const pairing = client.connect({ namespaces: proposeNamespaces(offered), signal })
    announce(pairing)
    return pairing.approval
  }

  function announce({ uri, expiresAt }: Pick<Pairing<unknown>, 'uri' | 'expiresAt'>) {
    events.emit({ type: 'pairing', uri, expiresAt: Math.min(expiresAt, clock.now() + pairingLifetime) })
  }

  // Holds on to the chains in use, so that a later update of the session does not move the visitor.
  function activate(session: ConnectorSession) {
    if (current === undefined) return
    const entries = Object.entries(session.namespaces).map(([namespace, granted]) => [
      namespace,
      granted?.networkId,
    ])
    current = { ...current, active: Object.fromEntries(entries) }
  }

  function publish() {
    const session = read()
    if (session === undefined) return
    activate(session)
    events.emit({ type: 'session', session })
    const granted = session.namespaces.eip155
    if (granted === undefined) return
    eip155.emit('accountsChanged', [...granted.addresses])
    eip155.emit('chainChanged', toHexChainId(granted.networkId))
  }

  function end(error?: KitError) {
    current = undefined
    events.emit({ type: 'disconnect', error })
    eip155.emit('disconnect', { code: 4900, message: 'disconnected' })
  }

  async function onUpdate(topic: string) {
    const session = client.session(topic)
    if (current === undefined || session === undefined || topic !== current.session.topic) return
    const accounts = await readAccounts(session, adapters)
    if (current?.session.topic !== topic) return
    current = { ...current, session, accounts }
    publish()
  }

  // The payload wins over the envelope, which some wallets fill in carelessly.
  function onChainChanged(chainId: string, data: unknown) {
    const namespace = chainId.slice(0, chainId.indexOf(':'))
    if (current === undefined || !isNamespace(namespace)) return
    const networkId = toNetworkId(data, namespace) ?? toNetworkId(chainId, namespace)
    if (networkId === undefined || !current.accounts.some((account) => account.networkId === networkId))
      return
    current = { ...current, active: { ...current.active, [namespace]: networkId } }
    publish()
  }

  // The account named first becomes the one in use, where the wallet has granted it.
  function onAccountsChanged(data: unknown) {
    const [first] = Array.isArray(data) ? data : []
    const wanted = parseCaipAddress(first)?.address ?? first
    if (current === undefined || typeof wanted !== 'string') return
    const isWanted = ({ address }: GrantedAccount) => address.toLowerCase() === wanted.toLowerCase()
    const accounts = [...current.accounts].sort((a, b) => Number(isWanted(b)) - Number(isWanted(a)))
    current = { ...current, accounts }
    publish()
  }

  async function switchTo(networkId: CaipNetworkId): Promise<void> {
    const namespace = namespaceOf(networkId)
    const granted = read()?.namespaces[namespace]
    if (current === undefined || granted === undefined) throw new KitError('WALLET_NOT_CONNECTED')
    if (!granted.approvedNetworkIds.includes(networkId)) await askForNetwork(granted.networkId, networkId)
    current = { ...current, active: { ...current.active, [namespace]: networkId } }
    publish()
  }

  // A chain outside the session: some wallets take it in when asked, and say so by an update.
  async function askForNetwork(from: CaipNetworkId, networkId: CaipNetworkId): Promise<void> {
    const topic = current?.session.topic
    if (topic === undefined || namespaceOf(networkId) !== 'eip155') throw new KitError('CHAIN_NOT_SUPPORTED')
    const params = [{ chainId: toHexChainId(networkId) }]
    const answer = client.request({ topic, chainId: from, method: 'wallet_switchEthereumChain', params })
    bringWalletToFront()
    await answer.catch((cause: unknown) => {
      const isRejected = isSignError(cause) && cause.code === 'USER_REJECTED'
      throw new KitError(isRejected ? 'SWITCH_DECLINED' : 'CHAIN_NOT_SUPPORTED', { cause })
    })
    await onUpdate(topic)
    if (!current?.accounts.some((account) => account.networkId === networkId)) {
      throw new KitError('CHAIN_NOT_SUPPORTED')
    }
  }

  function bringWalletToFront() {
    if (current === undefined || current.session.isDeepLinkDisabled) return
    openWalletApp(current.session.peer.metadata.redirect, storage.read(deepLinkItem)?.href)
  }

  return {
    info,
    subscribe: events.subscribe,

    async connect({ networks: offered, signal }: ConnectParameters) {
      networks = offered
      const offer = live.get(signInOfferKey) as SignInOffer | undefined
      try {
        const answer =
          offer && (await connectAndSignIn({ client, offer, networks: offered, signal, onLink: announce }))
        if (offer === undefined || answer === undefined) return await adopt(await propose(offered, signal))
        if (answer.session === undefined) throw new KitError('WALLET_ANSWER_INVALID')
        return await adoptSigned(answer.session, answer.signed, { offer, signal })
      } catch (error) {
        throw toConnectError(error)
      }
    },

    async restore({ networks: offered }: ConnectParameters) {
      networks = offered
      started ??= client.start()
      await started
      const [latest] = [...client.sessions()].sort((a, b) => b.expiresAt - a.expiresAt)
      return latest === undefined ? undefined : adopt(latest)
    },

    async disconnect() {
      const topic = current?.session.topic
      current = undefined
      if (topic !== undefined) await client.disconnect({ topic })
    },

    switchNetwork: (network) => switchTo(network.caipNetworkId),

    async getProvider(namespace) {
      if (current === undefined) throw new KitError('PROVIDER_NOT_FOUND')
      return namespace === 'eip155' ? eip155 : { request: requestOf(namespace) }
    },
  }

  // Families without a provider interface of their own get the bare request function.
  function requestOf(namespace: Namespace) {
    return async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
      const granted = read()?.namespaces[namespace]
      if (current === undefined || granted === undefined) throw new KitError('SESSION_GONE')
      const { topic } = current.session
      const answer = client.request({ topic, chainId: granted.networkId, method, params })
      bringWalletToFront()
      return answer
    }
  }
}
