import type { NamespaceSession } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import { jsonRpc } from '../../core/jsonRpc.js'
import { type CaipNetworkId, type Namespace, toNetworkId } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import type { Eip1193Provider } from '../../protocol/Eip1193Provider.js'
import { KitError } from '../../protocol/errors.js'
import { rpcPolicy } from '../../protocol/rpcMethods.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { walletError } from '../../protocol/walletErrors.js'
import { checkAnswer } from './checkAnswer.js'
import type { ProviderContext } from './ProviderContext.js'
import { toProviderError } from './toProviderError.js'

type Asked = { readonly method: string; readonly params?: unknown }

export type EmbeddedProvider = Required<Eip1193Provider> & {
  /** Tells its listeners what has changed between two sessions. */
  follow(before: NamespaceSession | undefined, now: NamespaceSession | undefined): void
}

/**
 * The EIP-1193 provider of the embedded wallet. It answers from its session where that knows, reads chains through the
 * host's nodes, and asks the frame for everything else; the frame asks the visitor where that is needed.
 */
export function createEmbeddedProvider(context: ProviderContext, namespace: Namespace): EmbeddedProvider {
  const { clock, consents, info } = context
  const emitter = createEmitter<{ readonly name: string; readonly value: unknown }>()
  const subscriptions = new Map<string, Map<(...values: unknown[]) => void, () => void>>()

  async function perform({ method, params }: Asked): Promise<unknown> {
    const session = context.granted(namespace)
    if (session === undefined) throw new KitError('NOT_CONNECTED')
    const { addresses, networkId } = session
    switch (method) {
      case 'eth_chainId':
        return toHexChainId(networkId)
      case 'net_version':
        return String(BigInt(toHexChainId(networkId)))
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [...addresses]
      case 'eth_coinbase':
        return addresses[0]
      case 'wallet_getPermissions':
      case 'wallet_requestPermissions':
        return [{ parentCapability: 'eth_accounts' }]
      case 'wallet_switchEthereumChain':
        return switchChain(params)
    }
    const network = context.networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
    if (network !== undefined && isRead(method)) return jsonRpc({ clock, network }, { method, params })
    return checkAnswer(method, await consents.ask({ method, params: params ?? [], chainId: networkId }))
  }

  async function switchChain(params: unknown): Promise<null> {
    const [wanted]: readonly unknown[] = Array.isArray(params) ? params : []
    const networkId = isRecord(wanted) ? toNetworkId(wanted.chainId, namespace) : undefined
    if (networkId === undefined) throw new KitError('INVALID_CHAIN_ID')
    await context.switchTo(networkId as CaipNetworkId)
    return null
  }

  return {
    async request(asked) {
      try {
        return await perform(asked)
      } catch (error) {
        throw toProviderError(error, { wallet: info.name, method: asked.method })
      }
    },

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

    follow(before, now) {
      if (now === undefined) {
        const gone = walletError('WALLET_NOT_CONNECTED')
        if (before !== undefined) emitter.emit({ name: 'accountsChanged', value: [] })
        if (before !== undefined)
          emitter.emit({
            name: 'disconnect',
            value: toProviderError(gone, { wallet: info.name, method: '' }),
          })
        return
      }
      const chainId = toHexChainId(now.networkId)
      if (before === undefined) emitter.emit({ name: 'connect', value: { chainId } })
      if (before !== undefined && before.networkId !== now.networkId)
        emitter.emit({ name: 'chainChanged', value: chainId })
      if (before?.addresses[0] !== now.addresses[0])
        emitter.emit({ name: 'accountsChanged', value: [...now.addresses] })
    },
  }
}

/**
 * Whether a node can answer. What the wallet knows about itself, and user operations, are the wallet's to answer; and it
 * sends raw transactions only if it has signed them (docs/decisions/367).
 */
function isRead(method: string): boolean {
  return rpcPolicy(method) === 'safe' && !/^wallet_|UserOp|EntryPoints|^eth_sendRaw/.test(method)
}
