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
import { type CaipNetworkId, toNetworkId } from '../../protocol/caip.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { joinAccountsRequest } from './joinAccountsRequest.js'
import { switchEthereumChain } from './switchEthereumChain.js'
import { toWalletError } from './toWalletError.js'

type Parameters = {
  readonly info: ConnectorInfo
  readonly provider: Eip1193Provider
  /** The checksummed form of an address, or `undefined`. */
  readonly toAddress: (value: unknown) => Promise<string | undefined>
  readonly clock: Clock
}

/** What a wallet says of itself: its accounts as it gave them, and the chain it named, if it has named one yet. */
type Said = { readonly accounts: unknown; readonly networkId: CaipNetworkId | undefined }

/**
 * A wallet in this page, reached through its EIP-1193 provider.
 *
 * The provider is foreign: it may answer twice, late, in the wrong shape, or never; it may emit before it answers. What
 * counts is what it said last: a reading that something newer overtook is done again.
 */
export function createInjectedConnector({ info, provider, toAddress, clock }: Parameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  /** What the wallet last said, read or not; `undefined` while nobody is connected to it or about to be. */
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
    // Before the reading, which loads code at first: an account that is changed meanwhile must not be missed.
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
    const eip155 = session?.namespaces.eip155
    if (eip155 === undefined) return end()
    // The answer to an attempt that came to nothing does not count; what the wallet reported meanwhile does.
    if (said === answer) said = { accounts: eip155.addresses, networkId: eip155.networkId }
    else void hear({ networkId: said?.networkId ?? eip155.networkId })
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
    throw new KitError('NO_ACCOUNTS_FOUND')
  }

  /** Reads what the wallet said; `undefined` if it has said something newer meanwhile. */
  async function readSession(current: Said): Promise<ConnectorSession | undefined> {
    try {
      const addresses = await readAddresses(current.accounts, toAddress)
      const networkId = current.networkId ?? (await requestNetworkId())
      if (said !== current) return undefined
      said = { accounts: addresses, networkId }
      return sessionOf(addresses, networkId)
    } catch (error) {
      if (said === current) throw error
      return undefined
    }
  }

  async function requestNetworkId(): Promise<CaipNetworkId> {
    const networkId = toNetworkId(await request({ method: 'eth_chainId' }), 'eip155')
    if (networkId === undefined) throw new KitError('WALLET_ANSWER_INVALID', { details: 'eth_chainId' })
    return networkId
  }

  /** Takes in a part of what the wallet says, and reports what that changes. */
  async function hear(part: Partial<Said>) {
    if (said === undefined) return
    said = { ...said, ...part }
    // Still connecting: that reading takes it in.
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
        const networkId = toNetworkId(chainId, 'eip155')
        if (networkId !== undefined) void hear({ networkId })
      },
      // Some wallets emit this when their own connection to a chain drops: only one without accounts has left.
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
          // A wallet that cannot be listened to can still be used: it is asked again at each connect and switch.
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
      // Wallets that do not know the method keep their permission; the visitor is disconnected here all the same.
      await request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }).catch(() => {})
    },

    async switchNetwork(network: Network) {
      await switchEthereumChain(provider, network, info.name)
      // The wallet may be slow to emit `chainChanged`, or never do.
      await hear({ networkId: network.caipNetworkId })
    },

    async getProvider() {
      return provider
    },
  }
}

function sessionOf(addresses: readonly [string, ...string[]], networkId: CaipNetworkId): ConnectorSession {
  return { namespaces: { eip155: { addresses, networkId, approvedNetworkIds: 'all' } } }
}

// A wallet that was never unlocked may answer `[""]`, and a hostile one anything: only checksummed addresses count.
async function readAddresses(
  accounts: unknown,
  toAddress: Parameters['toAddress'],
): Promise<readonly [string, ...string[]]> {
  if (!Array.isArray(accounts)) throw new KitError('NO_ACCOUNTS_FOUND')
  const read = await Promise.all(accounts.slice(0, 100).map(toAddress))
  const [first, ...rest] = [...new Set(read.filter((address) => address !== undefined))]
  if (first === undefined) throw new KitError('NO_ACCOUNTS_FOUND')
  return [first, ...rest]
}
