import type {
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  ConnectParameters,
} from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { isSameJson } from '../../core/json.js'
import { untilAborted } from '../../core/untilAborted.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { failureOf, toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import {
  callFeature,
  type Family,
  featureOf,
  readStandardAccounts,
  type StandardAccount,
  type StandardWallet,
} from './readStandardWallet.js'
import type { StandardProvider } from './StandardProvider.js'

type Parameters = Family & {
  readonly info: ConnectorInfo
  readonly wallet: StandardWallet
  /** The name of a network in the Wallet Standard, such as `mainnet` after the family's name. */
  readonly chainOf: (networkId: CaipNetworkId) => string
}

/**
 * A wallet of this page that follows the Wallet Standard. Such wallets are on no chain of their own: each request names
 * one. So the connector holds the network in use.
 */
export function createStandardConnector({ info, wallet, chainOf, ...family }: Parameters): Connector {
  const { namespace } = family
  const events = createEmitter<ConnectorEvent>()
  let offered: readonly Network[] = []
  let networkId: CaipNetworkId | undefined
  let session: ConnectorSession | undefined
  let stopListening: (() => void) | undefined
  /** Count the attempts to connect, and the wallet's reports of a change: only the newest of each counts. */
  let begun = 0
  let heard = 0

  const isSupported = (id: CaipNetworkId) => wallet.chains.includes(chainOf(id))
  const own = (networks: readonly Network[]) =>
    networks.filter(
      ({ chainNamespace, caipNetworkId }) => chainNamespace === namespace && isSupported(caipNetworkId),
    )

  async function ask(isSilent: boolean): Promise<readonly StandardAccount[]> {
    const answer = await callFeature(wallet.own, 'standard:connect', ...(isSilent ? [{ silent: true }] : []))
    const { accounts } = (answer ?? {}) as { readonly accounts?: unknown }
    return readStandardAccounts(wallet, family, accounts)
  }

  function sessionOf(accounts: readonly StandardAccount[]): ConnectorSession | undefined {
    const [first, ...rest] = accounts.map(({ address }) => address)
    if (first === undefined || networkId === undefined) return undefined
    const approvedNetworkIds = own(offered).map(({ caipNetworkId }) => caipNetworkId)
    return { namespaces: { [namespace]: { addresses: [first, ...rest], networkId, approvedNetworkIds } } }
  }

  async function begin({ networks, signal }: ConnectParameters, isSilent: boolean) {
    if (signal.aborted) throw signal.reason
    const turn = ++begun
    const [first] = own(networks)
    if (first === undefined) throw walletError('CHAIN_NOT_SUPPORTED')
    const accounts = await untilAborted(ask(isSilent), signal)
    if (accounts.length === 0) return undefined
    if (turn !== begun) throw walletError('CONNECT_FAILED')
    offered = networks
    networkId =
      own(networks).find((one) => one.caipNetworkId === networkId)?.caipNetworkId ?? first.caipNetworkId
    session = sessionOf(accounts)
    stopListening ??= listen()
    return session
  }

  /** The wallet reports a change: what it grants now counts. */
  async function hear() {
    const turn = ++heard
    const accounts = await readStandardAccounts(wallet, family)
    if (turn !== heard || session === undefined) return
    const next = sessionOf(accounts)
    if (next === undefined) {
      end()
      events.emit({ type: 'disconnect' })
    } else if (!isSameJson(next, session)) {
      session = next
      events.emit({ type: 'session', session })
    }
  }

  function listen(): () => void {
    try {
      const feature = featureOf(wallet.own, 'standard:events')
      const on = feature?.on
      const stop: unknown =
        typeof on === 'function' ? on.call(feature, 'change', () => void hear().catch(() => {})) : undefined
      return () => {
        if (typeof stop === 'function') stop()
      }
    } catch {
      // A wallet whose events cannot be subscribed to is still usable.
      return () => {}
    }
  }

  function end() {
    begun++
    heard++
    session = undefined
    const stop = stopListening
    stopListening = undefined
    try {
      stop?.()
    } catch {
      // The wallet's own matter.
    }
  }

  const provider: StandardProvider = {
    kind: 'wallet-standard',
    wallet: wallet.own,
    networkId: () => networkId,
    chainOf: (id) => (isSupported(id) ? chainOf(id) : undefined),
    accounts: () => readStandardAccounts(wallet, family),
  }

  return {
    info,
    subscribe: events.subscribe,
    getProvider: async () => provider,

    async connect(parameters) {
      const granted = await begin(parameters, false).catch((error: unknown) => {
        if (parameters.signal.aborted) throw error
        throw toConnectError(error, info.name)
      })
      if (granted === undefined) throw walletError('NO_ACCOUNTS_FOUND')
      return granted
    },

    async restore(parameters) {
      // A wallet that has to be asked again refuses the silent request, or answers it with no accounts. Any other failure
      // may be over by the next page (docs/decisions/393).
      return begin(parameters, true).catch((error: unknown) => {
        if (parameters.signal.aborted || !isRefusal(error)) throw error
        return undefined
      })
    },

    async disconnect() {
      end()
      networkId = undefined
      // The feature is optional; the kit disconnects the visitor anyway.
      await callFeature(wallet.own, 'standard:disconnect').catch(() => {})
    },

    async switchNetwork({ caipNetworkId }) {
      if (session === undefined) throw walletError('WALLET_NOT_CONNECTED')
      if (!isSupported(caipNetworkId)) throw walletError('CHAIN_NOT_SUPPORTED')
      networkId = caipNetworkId
      const granted = session.namespaces[namespace]
      if (granted === undefined) return
      session = { namespaces: { [namespace]: { ...granted, networkId } } }
      events.emit({ type: 'session', session })
    },
  }
}

/** Whether the wallet says that this page has no permission: by the visitor's word, or by EIP-1193's 4100. */
function isRefusal(error: unknown): boolean {
  return failureOf(error) === 'rejected' || Object(error).code === 4100
}

function toConnectError(error: unknown, wallet: string) {
  if (failureOf(error) !== 'rejected') return toWalletError(error, { wallet, method: 'standard:connect' })
  return walletError('CONNECTION_DECLINED', { cause: error })
}
