import type { SignClient } from '@latchkey/sign-client'
import type { Clock } from '../../core/clock.js'
import type { OnAsked } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { jsonRpc } from '../../core/jsonRpc.js'
import { type CaipNetworkId, namespaceOf, toChainId, toNetworkId } from '../../protocol/caip.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { rpcPolicy } from '../../protocol/rpcMethods.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { askSession } from './askSession.js'
import { toProviderError } from './toProviderError.js'

type Context = {
  readonly client: SignClient
  readonly clock: Clock
  /** The session's topic; empty once it has ended. */
  readonly topic: () => string
  readonly networks: () => readonly Network[]
  readonly networkId: () => CaipNetworkId | undefined
  readonly addresses: () => readonly string[]
  /** Returns the wallet's name, for error texts. */
  readonly wallet: () => string
  readonly switchNetwork: (networkId: CaipNetworkId) => Promise<void>
  /** Called when a request was sent to the wallet, so that its app can be brought to the front. */
  readonly onRequest: () => void
}

export type AskedMethod = { readonly method: string; readonly params?: unknown }

export type SessionProvider = Required<Eip1193Provider> & {
  request(asked: AskedMethod, onAsked?: OnAsked): Promise<unknown>
  emit(event: 'accountsChanged' | 'chainChanged' | 'disconnect', value: unknown): void
}

/**
 * An EIP-1193 provider over a session of the connection protocol: it answers from the kit's state if possible, reads
 * from the chain otherwise, and sends only requests that need the visitor to the wallet (spec §6).
 */
export function createSessionProvider(context: Context): SessionProvider {
  const emitter = createEmitter<{ readonly name: string; readonly value: unknown }>()
  const subscriptions = new Map<string, Map<(...values: unknown[]) => void, () => void>>()

  async function request({ method, params }: AskedMethod, onAsked?: OnAsked): Promise<unknown> {
    const networkId = context.networkId()
    if (networkId === undefined) throw gone(method)
    if (method === 'eth_chainId') return toHexChainId(networkId)
    if (method === 'net_version') return String(toChainId(networkId.slice(networkId.indexOf(':') + 1)))
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [...context.addresses()]
    if (method === 'wallet_switchEthereumChain') return switchChain(params)
    if (rpcPolicy(method) === 'safe' && !method.startsWith('wallet_')) return read(networkId, method, params)
    return askWallet(networkId, { method, params }, onAsked)
  }

  async function read(networkId: CaipNetworkId, method: string, params: unknown): Promise<unknown> {
    const network = context.networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
    // The host does not offer this chain, so only the wallet can have an RPC address for it.
    if (network === undefined) return askWallet(networkId, { method, params })
    return jsonRpc({ clock: context.clock, network }, { method, params })
  }

  async function askWallet(
    networkId: CaipNetworkId,
    { method, params }: AskedMethod,
    onAsked?: OnAsked,
  ): Promise<unknown> {
    const topic = context.topic()
    return askSession(context, { topic, chainId: networkId, method, params: params ?? [], onAsked })
  }

  async function switchChain(params: unknown): Promise<null> {
    const [wanted] = Array.isArray(params) ? params : []
    const from = context.networkId()
    const networkId =
      from && toNetworkId((wanted as { readonly chainId?: unknown } | undefined)?.chainId, namespaceOf(from))
    const method = 'wallet_switchEthereumChain'
    if (networkId === undefined) throw refusal('INVALID_CHAIN_ID', method, -32602)
    await context.switchNetwork(networkId).catch((error: unknown) => {
      throw toProviderError(error, { wallet: context.wallet(), method, rpc: switchCode(error) })
    })
    return null
  }

  function refusal(code: 'SESSION_GONE' | 'INVALID_CHAIN_ID', method: string, rpc: number) {
    return toProviderError(new KitError(code), { wallet: context.wallet(), method, rpc })
  }
  const gone = (method: string) => refusal('SESSION_GONE', method, 4900)

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

/** Returns the code that libraries expect of a failed switch (EIP-3326): after 4902 they offer to add the chain. */
function switchCode(error: unknown): number | undefined {
  if (isKitError(error, 'SWITCH_DECLINED')) return 4001
  if (isKitError(error, 'CHAIN_NOT_SUPPORTED')) return 4902
  return isKitError(error, 'WALLET_NOT_CONNECTED') ? 4900 : undefined
}
