import type { SignClient } from '@latchkey/sign-client'
import type { Clock } from '../../core/clock.js'
import { createEmitter } from '../../core/emitter.js'
import { jsonRpc } from '../../core/jsonRpc.js'
import { type CaipNetworkId, toChainId, toNetworkId } from '../../protocol/caip.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import { rpcPolicy } from '../../protocol/rpc.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { toProviderError } from './toProviderError.js'

type Context = {
  readonly client: SignClient
  readonly clock: Clock
  /** The session's topic; `undefined` once it has ended. */
  readonly topic: () => string | undefined
  readonly networks: () => readonly Network[]
  readonly networkId: () => CaipNetworkId | undefined
  readonly addresses: () => readonly string[]
  readonly switchNetwork: (networkId: CaipNetworkId) => Promise<void>
  /** A request is on its way to the wallet: its app may have to be brought to the front. */
  readonly onRequest: () => void
}

export type SessionProvider = Required<Eip1193Provider> & {
  emit(event: 'accountsChanged' | 'chainChanged' | 'disconnect', value: unknown): void
}

/**
 * An EIP-1193 provider over a session of the connection protocol: what the kit knows it answers itself, what a chain
 * knows it asks the chain, and only what needs the visitor goes to the wallet (spec §6).
 */
export function createSessionProvider(context: Context): SessionProvider {
  const emitter = createEmitter<{ readonly name: string; readonly value: unknown }>()
  const subscriptions = new Map<string, Map<(...values: unknown[]) => void, () => void>>()

  async function request({
    method,
    params,
  }: {
    readonly method: string
    readonly params?: unknown
  }): Promise<unknown> {
    const networkId = context.networkId()
    if (networkId === undefined) throw toProviderError(new KitError('SESSION_GONE'), 4900)
    if (method === 'eth_chainId') return toHexChainId(networkId)
    if (method === 'net_version') return String(toChainId(networkId.slice('eip155:'.length)))
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [...context.addresses()]
    if (method === 'wallet_switchEthereumChain') return switchChain(params)
    if (rpcPolicy(method) === 'safe' && !method.startsWith('wallet_')) return read(networkId, method, params)
    return askWallet(networkId, method, params)
  }

  async function read(networkId: CaipNetworkId, method: string, params: unknown): Promise<unknown> {
    const network = context.networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
    // A chain that the host does not offer: only the wallet can know an address to ask.
    if (network === undefined) return askWallet(networkId, method, params)
    return jsonRpc({ clock: context.clock, network }, { method, params })
  }

  async function askWallet(networkId: CaipNetworkId, method: string, params: unknown): Promise<unknown> {
    const topic = context.topic()
    if (topic === undefined) throw toProviderError(new KitError('SESSION_GONE'), 4900)
    const answer = context.client.request({ topic, chainId: networkId, method, params: params ?? [] })
    context.onRequest()
    return answer.catch((error: unknown) => {
      throw toProviderError(error)
    })
  }

  async function switchChain(params: unknown): Promise<null> {
    const [wanted] = Array.isArray(params) ? params : []
    const networkId = toNetworkId((wanted as { readonly chainId?: unknown } | undefined)?.chainId, 'eip155')
    if (networkId === undefined) throw toProviderError(new KitError('INVALID_CHAIN_ID'), -32602)
    await context.switchNetwork(networkId)
    return null
  }

  return {
    request,
    on(name, listener) {
      const unsubscribe = emitter.subscribe((event) => {
        if (event.name === name) listener(event.value)
      })
      const listeners = subscriptions.get(name) ?? new Map()
      subscriptions.set(name, listeners.set(listener, unsubscribe))
    },
    removeListener(name, listener) {
      subscriptions.get(name)?.get(listener)?.()
      subscriptions.get(name)?.delete(listener)
    },
    emit: (name, value) => emitter.emit({ name, value }),
  }
}
