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
import { isRecord } from '../../protocol/checks.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { Prefixes } from './prefixes.js'
import type { PolkadotProvider, Signer } from './provider.js'
import type { Extension } from './readExtension.js'

const namespace = 'polkadot'

type Parameters = { readonly extension: Extension; readonly prefixes: Prefixes }

/** The object that a wallet gives once it is enabled; foreign, so each call reads and checks it. */
type Enabled = { readonly accounts: unknown; readonly signer: unknown }

/**
 * A wallet in this page, reached through its entry in `window.injectedWeb3`.
 *
 * Such wallets have no network of their own: the app names the chain in each request. So the connector keeps the
 * network, writes the accounts' addresses for it, and a switch asks the wallet nothing.
 */
export function createExtensionConnector({ extension, prefixes }: Parameters): Connector {
  const info: ConnectorInfo = {
    id: `injectedWeb3:${extension.key}`,
    type: 'ANNOUNCED',
    name: extension.name,
    namespaces: [namespace],
  }
  const events = createEmitter<ConnectorEvent>()
  /** The running question to the wallet's user, shared by callers: a second one would open a second prompt. */
  let asking: Promise<Enabled> | undefined
  let enabled: Enabled | undefined
  let session: ConnectorSession | undefined
  let networkId: CaipNetworkId | undefined
  /** The visitor has ended the connection: the wallet still allows the site, and would give its accounts again. */
  let isEnded = false
  let stopListening: (() => void) | undefined

  function enable(): Promise<Enabled> {
    asking ??= extension
      .enable(typeof location === 'undefined' ? '' : location.host)
      .then(readEnabled)
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  async function begin({ networks, signal }: ConnectParameters): Promise<ConnectorSession> {
    if (signal.aborted) throw signal.reason
    const wanted = networks.find(({ chainNamespace }) => chainNamespace === namespace)
    if (wanted === undefined) throw walletError('CHAIN_NOT_SUPPORTED')
    const wallet = await untilAborted(enable(), signal)
    const next = await untilAborted(readSession(wallet, wanted.caipNetworkId), signal)
    end()
    enabled = wallet
    networkId = wanted.caipNetworkId
    session = next
    isEnded = false
    stopListening = await listen(wallet)
    return next
  }

  /** Reads the wallet's accounts for a network. @throws `NO_ACCOUNTS_FOUND` */
  async function readSession(wallet: Enabled, on: CaipNetworkId, said?: unknown): Promise<ConnectorSession> {
    const [{ readAccounts }, list] = await Promise.all([import('./readAccounts.js'), said ?? listOf(wallet)])
    const accounts = readAccounts(list, on, prefixes)
    const [first, ...rest] = accounts.map(({ address }) => address)
    if (first === undefined) throw walletError('NO_ACCOUNTS_FOUND')
    const granted = {
      addresses: [first, ...rest] as const,
      accounts,
      networkId: on,
      approvedNetworkIds: 'all' as const,
    }
    return { namespaces: { [namespace]: granted } }
  }

  function end() {
    stopListening?.()
    enabled = undefined
    session = undefined
    networkId = undefined
    stopListening = undefined
  }

  /** The wallet's list of accounts has changed. */
  async function hear(wallet: Enabled, accounts: unknown) {
    if (wallet !== enabled || networkId === undefined) return
    const on = networkId
    const next = await readSession(wallet, on, accounts).catch((error: unknown) =>
      isKitError(error, 'NO_ACCOUNTS_FOUND') ? null : undefined,
    )
    // A switch or a newer session has overtaken it.
    if (wallet !== enabled || networkId !== on || next === undefined) return
    if (next === null) {
      end()
      events.emit({ type: 'disconnect' })
    } else if (!isSameJson(next, session)) {
      session = next
      events.emit({ type: 'session', session: next })
    }
  }

  async function listen(wallet: Enabled): Promise<() => void> {
    try {
      const { accounts } = wallet
      if (!isRecord(accounts) || typeof accounts.subscribe !== 'function') return () => {}
      // Some wallets return a promise of the function that stops this.
      const stop: unknown = accounts.subscribe((list: unknown) => void hear(wallet, list))
      return () =>
        void Promise.resolve(stop).then(
          (call) => typeof call === 'function' && call(),
          () => {},
        )
    } catch {
      // A wallet whose accounts cannot be watched is still usable: each request reads them again.
      return () => {}
    }
  }

  const provider: PolkadotProvider = {
    signer: {
      signPayload: async (payload) => signerOf(enabled, 'signPayload')(payload),
      signRaw: async (payload) => signerOf(enabled, 'signRaw')(payload),
    },
    async granted() {
      if (enabled === undefined || networkId === undefined) throw walletError('WALLET_NOT_CONNECTED')
      const on = networkId
      const { namespaces } = await readSession(enabled, on)
      return { networkId: on, addresses: namespaces[namespace]?.addresses ?? [] }
    },
  }

  return {
    info,
    subscribe: events.subscribe,
    getProvider: async () => provider,

    async connect(parameters) {
      return begin(parameters).catch((error: unknown) => {
        throw parameters.signal.aborted ? error : toConnectError(error, info.name)
      })
    },

    async restore(parameters) {
      if (isEnded) return undefined
      try {
        return await begin(parameters)
      } catch (error) {
        if (parameters.signal.aborted) throw error
        const failure = toConnectError(error, info.name)
        // Its user has taken the permission back.
        if (isKitError(failure, 'CONNECTION_DECLINED') || isKitError(failure, 'NO_ACCOUNTS_FOUND'))
          return undefined
        throw failure
      }
    },

    async disconnect() {
      end()
      isEnded = true
    },

    async switchNetwork({ caipNetworkId, chainNamespace }: Network) {
      if (enabled === undefined || chainNamespace !== namespace) throw walletError('CHAIN_NOT_SUPPORTED')
      const wallet = enabled
      const next = await readSession(wallet, caipNetworkId).catch((error: unknown) => {
        // All its accounts are for other chains.
        throw isKitError(error, 'NO_ACCOUNTS_FOUND') ? walletError('CHAIN_NOT_SUPPORTED') : error
      })
      if (wallet !== enabled) throw walletError('CHAIN_NOT_SUPPORTED')
      networkId = caipNetworkId
      session = next
      events.emit({ type: 'session', session: next })
    },
  }
}

function readEnabled(value: unknown): Enabled {
  if (!isRecord(value)) throw walletError('WALLET_ANSWER_INVALID', { details: 'enable' })
  const { accounts, signer } = value
  return { accounts, signer }
}

async function listOf({ accounts }: Enabled): Promise<unknown> {
  if (!isRecord(accounts) || typeof accounts.get !== 'function') {
    throw walletError('WALLET_ANSWER_INVALID', { details: 'accounts' })
  }
  return accounts.get()
}

function signerOf(wallet: Enabled | undefined, method: keyof Signer): (payload: unknown) => Promise<unknown> {
  if (wallet === undefined) throw walletError('WALLET_NOT_CONNECTED')
  const { signer } = wallet
  const sign = isRecord(signer) ? signer[method] : undefined
  if (typeof sign !== 'function') throw walletError('WALLET_METHOD_UNSUPPORTED', { slots: { method } })
  return async (payload) => sign.call(signer, payload)
}

/** Wallets say in words that their user, or an earlier decision of hers, refused the site. */
function toConnectError(error: unknown, wallet: string) {
  if (isKitError(error)) return error
  const words = error instanceof Error ? error.message : String(error)
  if (/not allowed|not authori[sz]ed|reject|denied|declin|cancel/i.test(words.slice(0, 500))) {
    return walletError('CONNECTION_DECLINED', { cause: error, details: words.slice(0, 500) })
  }
  const failure = toWalletError(error, { wallet, method: 'enable' })
  return isKitError(failure, 'FRAME_ERROR')
    ? walletError('CONNECT_FAILED', { cause: error, details: words.slice(0, 500) })
    : failure
}
