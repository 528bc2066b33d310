import type { Connector, ConnectorSession, ConnectParameters } from '../../core/connector.js'
import { isSameJson } from '../../core/json.js'
import type { SessionRequester } from '../../core/walletProtocol.js'
import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { embeddedChainsItem, ticketItem } from '../../protocol/embeddedItems.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createConsents } from './createConsents.js'
import { createEmbeddedProvider, type EmbeddedProvider } from './createEmbeddedProvider.js'
import { createSessionRequester } from './createSessionRequester.js'
import type { EmbeddedContext } from './EmbeddedContext.js'
import type { ProviderContext } from './ProviderContext.js'
import { readUser } from './readUser.js'

/**
 * The embedded wallet as a connector, over its frame. It grants the accounts of whoever has logged in; logging in itself
 * is the kit's (`features/embedded`). The wallet has one account in each chain family, and is on the chain that it was
 * last asked to use.
 */
export function createEmbeddedConnector(context: EmbeddedContext): Omit<Connector, 'info' | 'subscribe'> {
  const { events, frame, storage, adapters } = context
  const consents = createConsents(frame)
  const providers = new Map<Namespace, EmbeddedProvider>()
  const requesters = new Map<Namespace, SessionRequester>()
  let offered: readonly Network[] = []
  let session: ConnectorSession | undefined
  /** Counts the connections that were begun or ended, and the changes that the wallet reports: the newest counts. */
  let begun = 0
  let heard = 0
  const granted = (namespace: Namespace) => session?.namespaces[namespace]
  const shared: ProviderContext = { ...context, consents, networks: () => offered, granted, switchTo }

  frame.subscribe(({ type }) => {
    if (type === 'SIGNED_OUT') end()
    // In a new frame the session may be gone.
    if (type === 'USER_CHANGED' || type === 'READY') void readAgain()
  })

  async function readAgain() {
    if (session === undefined) return
    const turn = ++heard
    const before = begun
    const { signal } = new AbortController()
    const read = await ask({ networks: offered, signal }, { isRestoring: true }).catch((error: unknown) =>
      // Without an answer nothing changes: the wallet's next request shows its state.
      isKitError(error, 'LOGIN_NEEDED') ? undefined : session,
    )
    if (turn !== heard || before !== begun) return
    if (read === undefined) end()
    else tell(read)
  }

  function tell(next: ConnectorSession) {
    if (session === undefined || isSameJson(session, next)) return
    adopt(next)
    events.emit({ type: 'session', session: next })
  }

  function end() {
    begun++
    if (session === undefined) return
    adopt(undefined)
    events.emit({ type: 'disconnect' })
  }

  function adopt(next: ConnectorSession | undefined) {
    const before = session
    session = next
    const chains = Object.entries(next?.namespaces ?? {}).flatMap(([namespace, own]) =>
      own === undefined ? [] : [[namespace, own.networkId] as const],
    )
    if (next === undefined) context.onGone()
    else storage.write(embeddedChainsItem, Object.fromEntries(chains))
    for (const [namespace, provider] of providers) {
      provider.follow(before?.namespaces[namespace], next?.namespaces[namespace])
    }
  }

  async function begin(parameters: ConnectParameters, isRestoring: boolean): Promise<ConnectorSession> {
    parameters.signal.throwIfAborted()
    const turn = ++begun
    offered = parameters.networks
    const read = await ask(parameters, { isRestoring, wanted: parameters.networks[0] })
    parameters.signal.throwIfAborted()
    if (turn !== begun) throw new KitError('REQUEST_ABORTED')
    return read
  }

  async function ask(
    { networks, signal }: ConnectParameters,
    { isRestoring, wanted }: { readonly isRestoring: boolean; readonly wanted?: Network | undefined },
  ): Promise<ConnectorSession> {
    if (isRestoring) {
      const token = storage.read(ticketItem)
      const payload = token === undefined ? {} : { token }
      const { isConnected } = await frame.request('IS_CONNECTED', payload, { signal })
      if (!isConnected) throw embeddedError('LOGIN_NEEDED')
    }
    const networkIdOf = (namespace: Namespace) => granted(namespace)?.networkId
    return readUser(context, { networks, wanted, networkIdOf, signal })
  }

  async function switchTo(networkId: CaipNetworkId): Promise<void> {
    const namespace = namespaceOf(networkId)
    if (granted(namespace) === undefined) throw walletError('WALLET_NOT_CONNECTED')
    await frame.request('SWITCH_NETWORK', { chainId: networkId }).catch((cause: unknown) => {
      if (isKitError(cause, 'REQUEST_REJECTED')) throw walletError('SWITCH_DECLINED', { cause })
      const isUnknown = isKitError(cause, 'WALLET_METHOD_UNSUPPORTED') || isKitError(cause, 'REQUEST_INVALID')
      throw isUnknown ? walletError('CHAIN_NOT_SUPPORTED', { cause }) : cause
    })
    // Somebody may have logged out meanwhile.
    const own = granted(namespace)
    if (session === undefined || own === undefined) throw walletError('WALLET_NOT_CONNECTED')
    tell({ ...session, namespaces: { ...session.namespaces, [namespace]: { ...own, networkId } } })
  }

  async function providerOf(namespace: Namespace): Promise<EmbeddedProvider | SessionRequester> {
    const known = providers.get(namespace) ?? requesters.get(namespace)
    if (known !== undefined) return known
    const protocol = await adapters.get(namespace)?.walletProtocol?.()
    if (protocol?.isEip1193 === true)
      return kept(providers, namespace, createEmbeddedProvider(shared, namespace))
    return kept(requesters, namespace, createSessionRequester(shared, namespace))
  }

  return {
    async connect(parameters) {
      const read = await begin(parameters, false)
      adopt(read)
      return read
    },

    async restore(parameters) {
      const read = await begin(parameters, true).catch((error: unknown) => {
        if (isKitError(error, 'LOGIN_NEEDED')) return undefined
        throw error
      })
      adopt(read)
      return read
    },

    async disconnect() {
      begun++
      consents.abort()
      adopt(undefined)
      await frame.request('SIGN_OUT')
    },

    switchNetwork: ({ caipNetworkId }) => switchTo(caipNetworkId),
    abort: consents.abort,
    async getProvider(namespace) {
      if (granted(namespace) === undefined) throw walletError('PROVIDER_NOT_FOUND')
      return providerOf(namespace)
    },
  }
}

/** The value of a key: the first one that was made, where two were made at once. */
function kept<value>(map: Map<Namespace, value>, key: Namespace, made: value): value {
  const value = map.get(key) ?? made
  map.set(key, value)
  return value
}
