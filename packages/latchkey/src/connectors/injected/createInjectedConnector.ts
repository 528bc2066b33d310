import type { RequestFunction } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
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
import { type CaipNetworkId, type Namespace, toNetworkId } from '../../protocol/caip.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import { joinAccountsRequest } from './joinAccountsRequest.js'
import { switchEthereumChain } from './switchEthereumChain.js'

type Parameters = {
  readonly info: ConnectorInfo
  readonly provider: Eip1193Provider
  /** The checksummed form of an address, or `undefined`. */
  readonly toAddress: (value: unknown) => Promise<string | undefined>
  readonly clock: Clock
}

/** A wallet's unchecked report: its accounts, and the chain if it has named one yet. */
type Said = { readonly accounts: unknown; readonly networkId: CaipNetworkId | undefined }

/**
 * A wallet in this page, reached through its EIP-1193 provider.
 *
 * The provider is foreign: it may answer twice, late, in the wrong shape, or never; it may emit before it answers. What
 * counts is what it said last: a reading that something newer overtook is done again.
 */
export function createInjectedConnector({ info, provider, toAddress, clock }: Parameters): Connector {
  const [namespace = ''] = info.namespaces
  const events = createEmitter<ConnectorEvent>()
  /** The wallet's latest report, parsed or not; `undefined` unless a wallet is connected or connecting. */
  let said: Said | undefined
  let session: ConnectorSession | undefined
  let begun = 0
  let stopListening: (() => void) | undefined

  const request: RequestFunction = async ({ method, params }) => {
    try {
      return await provider.request(params === undefined ? { method } : { method, params })
    } catch (error) {
      throw toWalletError(error, { wallet: info.name, method })
    }
  }

  async function requestAccounts(): Promise<unknown> {
    try {
      return await joinAccountsRequest(provider, clock)
    } catch (error) {
      throw toWalletError(error, { wallet: info.name, method: 'eth_requestAccounts' })
    }
  }

  async function begin(accounts: unknown, signal: AbortSignal): Promise<ConnectorSession> {
    const turn = ++begun
    const answer: Said = { accounts, networkId: undefined }
    said = answer
    // Listen before parsing, which first loads code, so that an account change in between is not missed.
    stopListening ??= listen()
    try {
      session = await untilAborted(readLatest(), signal)
      return session
    } catch (error) {
      if (turn === begun) giveUp(answer)
      throw error
    }
  }

  function giveUp(answer: Said) {
    const granted = session?.namespaces[namespace]
    if (granted === undefined) return end()
    // Discards the answer to an attempt that failed, but keeps a newer report by the wallet.
    if (said === answer) said = { accounts: granted.addresses, networkId: granted.networkId }
    else void hear({ networkId: said?.networkId ?? granted.networkId })
  }

  function end() {
    said = undefined
    session = undefined
    stopListening?.()
    stopListening = undefined
  }

  async function readLatest(): Promise<ConnectorSession> {
    while (said !== undefined) {
      const read = await readSession(said)
      if (read !== undefined) return read
    }
    throw walletError('NO_ACCOUNTS_FOUND')
  }

  /** Parses a report of the wallet; `undefined` if the wallet has sent a newer one meanwhile. */
  async function readSession(current: Said): Promise<ConnectorSession | undefined> {
    try {
      const addresses = await readAddresses(current.accounts, toAddress)
      const networkId = current.networkId ?? (await requestNetworkId())
      if (said !== current) return undefined
      said = { accounts: addresses, networkId }
      return sessionOf(namespace, addresses, networkId)
    } catch (error) {
      if (said === current) throw error
      return undefined
    }
  }

  async function requestNetworkId(): Promise<CaipNetworkId> {
    const networkId = toNetworkId(await request({ method: 'eth_chainId' }), namespace)
    if (networkId === undefined) throw walletError('WALLET_ANSWER_INVALID', { details: 'eth_chainId' })
    return networkId
  }

  /** Merges a part of the wallet's report and emits what changed. */
  async function hear(part: Partial<Said>) {
    if (said === undefined) return
    said = { ...said, ...part }
    // Still connecting: `connect` includes this report.
    if (session === undefined) return
    try {
      const next = await readSession(said)
      if (next === undefined || isSameJson(next, session)) return
      session = next
      events.emit({ type: 'session', session })
    } catch (error) {
      if (!isKitError(error, 'NO_ACCOUNTS_FOUND')) return
      end()
      events.emit({ type: 'disconnect' })
    }
  }

  function listen(): () => void {
    const listeners = {
      accountsChanged(accounts: unknown) {
        if (Array.isArray(accounts)) void hear({ accounts })
      },
      chainChanged(chainId: unknown) {
        const networkId = toNetworkId(chainId, namespace)
        if (networkId !== undefined) void hear({ networkId })
      },
      // Some wallets emit this when their own connection to a chain drops: only a wallet without accounts has
      // disconnected.
      disconnect() {
        const before = said
        const answer = (accounts: unknown) => {
          if (said === before) void hear({ accounts })
        }
        request({ method: 'eth_accounts' }).then(answer, () => answer([]))
      },
    }
    const each = (method: 'on' | 'removeListener') => {
      for (const [event, listener] of Object.entries(listeners)) {
        try {
          provider[method]?.(event, listener)
        } catch {
          // A wallet whose events cannot be subscribed to is still usable: each connect and switch asks it again.
        }
      }
    }
    each('on')
    return () => each('removeListener')
  }

  return {
    info,
    subscribe: events.subscribe,

    async connect({ signal }: ConnectParameters) {
      const accounts = await untilAborted(requestAccounts(), signal)
      return begin(accounts, signal)
    },

    async restore({ signal }: ConnectParameters) {
      const accounts = await request({ method: 'eth_accounts' })
      return Array.isArray(accounts) && accounts.length === 0 ? undefined : begin(accounts, signal)
    },

    async disconnect() {
      end()
      // Wallets without this method keep their permission; the kit disconnects the visitor anyway.
      await request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }).catch(() => {})
    },

    async switchNetwork(network: Network) {
      await switchEthereumChain(provider, network, info.name)
      // The wallet may emit `chainChanged` late or never.
      await hear({ networkId: network.caipNetworkId })
    },

    async getProvider() {
      return provider
    },
  }
}

function sessionOf(
  namespace: Namespace,
  addresses: readonly [string, ...string[]],
  networkId: CaipNetworkId,
): ConnectorSession {
  return { namespaces: { [namespace]: { addresses, networkId, approvedNetworkIds: 'all' } } }
}

// A wallet that was never unlocked may answer `[""]`, and a hostile one anything: only checksummed addresses count.
async function readAddresses(
  accounts: unknown,
  toAddress: Parameters['toAddress'],
): Promise<readonly [string, ...string[]]> {
  if (!Array.isArray(accounts)) throw walletError('NO_ACCOUNTS_FOUND')
  const read = await Promise.all(accounts.slice(0, 100).map(toAddress))
  const [first, ...rest] = [...new Set(read.filter((address) => address !== undefined))]
  if (first === undefined) throw walletError('NO_ACCOUNTS_FOUND')
  return [first, ...rest]
}
