import type { RequestFunction } from '../../core/adapter.js'
import type {
  Connector,
  ConnectorEvent,
  ConnectorInfo,
  ConnectorSession,
  ConnectParameters,
} from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { type CaipNetworkId, toNetworkId } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import type { Eip1193Provider } from './Eip1193Provider.js'
import { switchEthereumChain } from './switchEthereumChain.js'
import { toWalletError } from './toWalletError.js'

type Parameters = {
  readonly info: ConnectorInfo
  readonly provider: Eip1193Provider
  /** The checksummed form of an address, or `undefined`. */
  readonly toAddress: (value: unknown) => Promise<string | undefined>
}

/**
 * A wallet in this page, reached through its EIP-1193 provider.
 *
 * The provider is foreign: it may answer twice, late, in the wrong shape, or never; it may emit before it answers. What
 * counts is the last whole reading of its accounts and chain; readings that a newer one overtook are dropped.
 */
export function createInjectedConnector({ info, provider, toAddress }: Parameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  let session: ConnectorSession | undefined
  let generation = 0
  let stopListening: (() => void) | undefined

  const request: RequestFunction = async ({ method, params }) => {
    try {
      return await provider.request(params === undefined ? { method } : { method, params })
    } catch (error) {
      throw toWalletError(error, { wallet: info.name, method })
    }
  }

  async function readSession(accounts: unknown): Promise<ConnectorSession> {
    const addresses = await readAddresses(accounts, toAddress)
    const networkId = toNetworkId(await request({ method: 'eth_chainId' }), 'eip155')
    if (networkId === undefined) throw new KitError('WALLET_ANSWER_INVALID', { details: 'eth_chainId' })
    return sessionOf(addresses, networkId)
  }

  async function begin(accounts: unknown): Promise<ConnectorSession> {
    const current = ++generation
    const next = await readSession(accounts)
    if (current !== generation) throw new KitError('REQUEST_ABORTED')
    session = next
    stopListening ??= listen()
    return next
  }

  function end() {
    generation++
    session = undefined
    stopListening?.()
    stopListening = undefined
  }

  function listen(): () => void {
    const onAccounts = (accounts: unknown) => void refresh(accounts)
    const onChain = (chainId: unknown) => {
      const networkId = toNetworkId(chainId, 'eip155')
      const eip155 = session?.namespaces.eip155
      if (networkId === undefined || eip155 === undefined || networkId === eip155.networkId) return
      generation++
      session = sessionOf(eip155.addresses, networkId)
      events.emit({ type: 'session', session })
    }
    const onDisconnect = () => {
      // Some wallets emit this when their own connection to a chain drops: only one without accounts has left.
      void provider.request({ method: 'eth_accounts' }).then(refresh, () => refresh([]))
    }
    provider.on?.('accountsChanged', onAccounts)
    provider.on?.('chainChanged', onChain)
    provider.on?.('disconnect', onDisconnect)
    return () => {
      provider.removeListener?.('accountsChanged', onAccounts)
      provider.removeListener?.('chainChanged', onChain)
      provider.removeListener?.('disconnect', onDisconnect)
    }
  }

  async function refresh(accounts: unknown) {
    if (session === undefined) return
    try {
      events.emit({ type: 'session', session: await begin(accounts) })
    } catch (error) {
      if (!(error instanceof KitError) || error.code !== 'NO_ACCOUNTS_FOUND') return
      end()
      events.emit({ type: 'disconnect' })
    }
  }

  return {
    info,
    subscribe: events.subscribe,

    async connect({ signal }: ConnectParameters) {
      const accounts = await untilAborted(request({ method: 'eth_requestAccounts' }), signal)
      return untilAborted(begin(accounts), signal)
    },

    async restore() {
      const accounts = await request({ method: 'eth_accounts' })
      return Array.isArray(accounts) && accounts.length === 0 ? undefined : begin(accounts)
    },

    async disconnect() {
      end()
      // Wallets that do not know the method keep their permission; the visitor is disconnected here all the same.
      await provider
        .request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
        .catch(() => undefined)
    },

    async switchNetwork(network: Network) {
      await switchEthereumChain(provider, network, info.name)
      const eip155 = session?.namespaces.eip155
      if (eip155 === undefined || eip155.networkId === network.caipNetworkId) return
      // The wallet may be slow to emit `chainChanged`, or never do.
      generation++
      session = sessionOf(eip155.addresses, network.caipNetworkId)
      events.emit({ type: 'session', session })
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
