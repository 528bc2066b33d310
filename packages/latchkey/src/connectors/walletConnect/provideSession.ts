import type { SignClient } from '@latchkey/sign-client'
import type { RequestFunction } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
import type { ConnectorEvent, OnAsked } from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import type { SessionRequester, WalletProtocol } from '../../core/walletProtocol.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { toHexChainId } from '../../protocol/toHexChainId.js'
import { walletError } from '../../protocol/walletErrors.js'
import { askSession } from './askSession.js'
import { type AskedMethod, createSessionProvider, type SessionProvider } from './createSessionProvider.js'
import type { SessionInUse } from './sessionInUse.js'
import { toProviderError } from './toProviderError.js'

type Context = {
  readonly client: SignClient
  readonly clock: Clock
  readonly sessionInUse: SessionInUse
  readonly events: Emitter<ConnectorEvent>
  readonly networks: () => readonly Network[]
  readonly switchNetwork: (networkId: CaipNetworkId) => Promise<void>
  readonly protocolOf: (namespace: Namespace) => WalletProtocol
  readonly onRequest: () => void
}

/** Returns each family's object for requests over the session in use: an EIP-1193 provider if the family uses that. */
export function provideSession(
  context: Context,
): (namespace: Namespace, onAsked?: OnAsked | undefined) => unknown {
  const { client, sessionInUse, events, protocolOf, onRequest } = context
  const wallet = () => sessionInUse.read()?.wallet?.name ?? 'WalletConnect'
  const providers = new Map<Namespace, SessionProvider>()
  events.subscribe((event) => {
    for (const [namespace, provider] of providers) {
      if (event.type === 'disconnect') provider.emit('disconnect', { code: 4900, message: 'disconnected' })
      const granted = event.type === 'session' ? event.session.namespaces[namespace] : undefined
      if (granted === undefined) continue
      provider.emit('accountsChanged', [...granted.addresses])
      provider.emit('chainChanged', toHexChainId(granted.networkId))
    }
  })

  function eip1193(namespace: Namespace): SessionProvider {
    const known = providers.get(namespace)
    if (known !== undefined) return known
    const provider = createSessionProvider({
      ...context,
      wallet,
      topic: () => sessionInUse.session()?.topic ?? '',
      networkId: () => sessionInUse.read()?.namespaces[namespace]?.networkId,
      addresses: () => sessionInUse.read()?.namespaces[namespace]?.addresses ?? [],
    })
    providers.set(namespace, provider)
    return provider
  }

  // For families without a provider interface.
  function requesterOf(namespace: Namespace, onAsked: OnAsked | undefined): SessionRequester {
    const request: RequestFunction = async ({ method, params }: AskedMethod) => {
      const granted = sessionInUse.read()?.namespaces[namespace]
      const topic = sessionInUse.session()?.topic
      if (topic === undefined || granted === undefined) {
        throw toProviderError(walletError('SESSION_GONE'), { wallet: wallet(), method, rpc: 4900 })
      }
      const { networkId } = granted
      const account = sessionInUse.accounts().find((one) => one.networkId === networkId)
      const chainId = account?.grantedId ?? networkId
      return askSession({ client, wallet, onRequest }, { topic, chainId, method, params, onAsked })
    }
    return { request, granted: () => sessionInUse.read()?.namespaces[namespace] }
  }

  return (namespace, onAsked) => {
    if (sessionInUse.session() === undefined) throw walletError('PROVIDER_NOT_FOUND')
    if (!protocolOf(namespace).isEip1193) return requesterOf(namespace, onAsked)
    const provider = eip1193(namespace)
    if (onAsked === undefined) return provider
    return { ...provider, request: (asked: AskedMethod) => provider.request(asked, onAsked) }
  }
}
