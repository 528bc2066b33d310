import type { Chain, Transport } from 'viem'
import type { CreateConnectorFn } from 'wagmi'
import type { Connector, ConnectorEvent, ConnectorSession } from '../../../core/connector.js'
import { createEmitter } from '../../../core/emitter.js'
import { untilAborted } from '../../../core/untilAborted.js'
import { toNetworkId } from '../../../protocol/caip.js'
import { failureOf, toWalletError } from '../../../protocol/toWalletError.js'
import { walletError } from '../../../protocol/walletErrors.js'

type Context = {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly transports: Record<number, Transport>
  /** The checksummed form of an address, or `undefined`. */
  readonly toAddress: (value: unknown) => Promise<string | undefined>
}

type Change = { readonly accounts?: readonly string[] | undefined; readonly chainId?: number | undefined }

/**
 * Converts a wagmi connector to a connector of the kit, so that the modal lists its wallet. Validates what it reports
 * like any wallet's answers: drops invalid addresses.
 */
export function fromWagmiConnector(
  make: CreateConnectorFn,
  { chains, transports, toAddress }: Context,
): Connector {
  const events = createEmitter<ConnectorEvent>()
  let last: { readonly accounts: readonly string[]; readonly chainId: number } | undefined
  const wagmi = make({ chains, transports, providers: [], emitter: emitterOf(onReport) as never })
  const { id, name, icon, rdns } = wagmi
  // Not on a server: some connectors access the page.
  const ready = typeof window === 'undefined' ? undefined : wagmi.setup?.()
  // The caller gets the error.
  ready?.catch(() => {})

  async function toSession(accounts: readonly string[], chainId: number): Promise<ConnectorSession> {
    const read = await Promise.all(accounts.map(toAddress))
    const [first, ...rest] = new Set(read.filter((address) => address !== undefined))
    const networkId = toNetworkId(chainId, 'eip155')
    if (first === undefined) throw walletError('NO_ACCOUNTS_FOUND')
    if (networkId === undefined) throw walletError('WALLET_ANSWER_INVALID')
    return { namespaces: { eip155: { addresses: [first, ...rest], networkId, approvedNetworkIds: 'all' } } }
  }

  function onReport(event: string, change: Change) {
    if (event === 'disconnect') return end()
    if (event !== 'change' || last === undefined) return
    const { accounts = last.accounts, chainId = last.chainId } = change
    last = { accounts, chainId }
    toSession(accounts, chainId).then((session) => events.emit({ type: 'session', session }), end)
  }

  function end() {
    last = undefined
    events.emit({ type: 'disconnect' })
  }

  async function ask(isReconnecting: boolean, signal: AbortSignal): Promise<ConnectorSession> {
    try {
      await ready
      const { accounts, chainId } = await wagmi.connect({ isReconnecting })
      const session = await toSession(accounts, chainId)
      // Ignores the events of a cancelled connection.
      if (!signal.aborted) last = { accounts, chainId }
      return session
    } catch (error) {
      throw toWalletError(error, { wallet: name, method: 'eth_requestAccounts' })
    }
  }

  return {
    info: {
      id: `wagmi.${id}`,
      type: 'EXTERNAL',
      name,
      namespaces: ['eip155'],
      imageUrl: icon,
      rdns: typeof rdns === 'string' ? rdns : rdns?.[0],
    },
    subscribe: events.subscribe,
    connect: ({ signal }) => untilAborted(ask(false, signal), signal),
    async restore({ signal }) {
      await ready
      if (!(await wagmi.isAuthorized())) return undefined
      return untilAborted(ask(true, signal), signal)
    },
    async disconnect() {
      last = undefined
      await wagmi.disconnect()
    },
    async switchNetwork(network) {
      try {
        if (wagmi.switchChain === undefined) throw walletError('CHAIN_NOT_SUPPORTED')
        await wagmi.switchChain({ chainId: Number(network.id) })
        onReport('change', { chainId: Number(network.id) })
      } catch (cause) {
        const failure = failureOf(cause, true)
        if (failure === 'pending')
          throw walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: name }, cause })
        throw walletError(failure === 'rejected' ? 'SWITCH_DECLINED' : 'CHAIN_NOT_SUPPORTED', { cause })
      }
    },
    getProvider: () => wagmi.getProvider(),
  }
}

/** The part of wagmi's emitter that connectors use. */
function emitterOf(listener: (event: string, data: Change) => void) {
  const none = () => {}
  return {
    uid: 'latchkey',
    emit: (event: string, data: Change = {}) => listener(event, data),
    on: none,
    once: none,
    off: none,
    listenerCount: () => 1,
  }
}
