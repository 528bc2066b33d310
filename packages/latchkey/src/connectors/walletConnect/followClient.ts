import { fromPeerError, type SignClient } from '@latchkey/sign-client'
import type { Adapter } from '../../core/adapter.js'
import { isSameAddress } from '../../core/addresses.js'
import type { ConnectorEvent } from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import { readNetworkId } from '../../core/networkIds.js'
import { isNamespace, type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { KitError } from '../../protocol/errors.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { GrantedAccount } from './readSession.js'
import type { SessionInUse } from './sessionInUse.js'
import { toConnectError } from './toConnectError.js'
import { toProviderError } from './toProviderError.js'

/** How long a request without an explicit lifetime lives, in milliseconds: the client's default. */
const requestLifetime = 300_000

type Adapters = ReadonlyMap<Namespace, Adapter>

/** Turns the wallet's and the relay's events for the session in use into the connector's events. */
export function followClient({
  client,
  sessionInUse,
  adapters,
  events,
  ownPairings,
  onUnused,
}: {
  readonly client: SignClient
  readonly sessionInUse: SessionInUse
  readonly adapters: Adapters
  readonly events: Emitter<ConnectorEvent>
  /** Topics of the pairings that this tab has open. */
  readonly ownPairings: ReadonlySet<string>
  /** Called when there is a session that this tab does not use. */
  readonly onUnused: () => void
}): void {
  // A session that is being read may be in use after that.
  const whenInUse = (topic: string, action: () => void) =>
    sessionInUse.whenRead(() => {
      if (topic === sessionInUse.session()?.topic) action()
    })

  client.on('session_update', ({ topic }) => void sessionInUse.refresh(topic))
  // Subscribed before a session is in use: an answer that waited at the relay arrives as soon as the socket opens.
  client.on('late_answer', ({ topic, id, chainId, method, expiresAt, outcome }) => {
    const networkId = readNetworkId({ adapters }, chainId, chainId.slice(0, chainId.indexOf(':')))
    if (networkId === undefined) return
    const wallet = client.session(topic)?.peer.metadata.name ?? 'WalletConnect'
    events.emit({
      ...{ type: 'answer', networkId, method, requestId: id, askedAt: expiresAt - requestLifetime },
      outcome:
        'error' in outcome
          ? { error: toProviderError(fromPeerError(outcome.error), { wallet, method }) }
          : outcome,
    })
  })
  client.on('session_event', ({ topic, chainId, event }) =>
    whenInUse(topic, () => {
      if (event.name === 'chainChanged') onChainChanged(sessionInUse, adapters, chainId, event.data)
      if (event.name === 'accountsChanged') onAccountsChanged(sessionInUse, adapters, event.data)
    }),
  )
  // Another tab has connected another wallet: its session counts here too. `pair` handles the sessions of this tab.
  client.on('session_connect', ({ session }) => {
    if (ownPairings.has(session.pairingTopic)) return
    if (sessionInUse.session() === undefined) onUnused()
    else void sessionInUse.followNewest()
  })
  client.on('session_delete', ({ topic }) => whenInUse(topic, () => void end()))
  client.on('session_expire', ({ topic }) => whenInUse(topic, () => void end(walletError('SESSION_GONE'))))
  client.on('relay', ({ status, error }) => {
    // A retry is not a success: the error stays visible until the socket is open.
    if (status === 'connecting') return
    const isDown = status === 'closed' || status === 'refused'
    events.emit({ type: 'transport', error: isDown ? toConnectError(error) : undefined })
  })

  // Another tab replaced the session with a newer one, or a newer one exists while this one was never ended.
  async function end(error?: KitError) {
    await sessionInUse.followNewest()
    const inUse = sessionInUse.session()
    if (inUse === undefined || client.session(inUse.topic) !== undefined) return
    sessionInUse.drop()
    events.emit({ type: 'disconnect', error })
  }
}

// The payload takes precedence over the envelope, which some wallets fill in incorrectly.
function onChainChanged(sessionInUse: SessionInUse, adapters: Adapters, chainId: string, data: unknown) {
  const namespace = chainId.slice(0, chainId.indexOf(':'))
  if (!isNamespace(namespace)) return
  const read = (value: unknown) => readNetworkId({ adapters }, value, namespace)
  const networkId = read(data) ?? read(chainId)
  if (networkId === undefined || !sessionInUse.accounts().some((account) => account.networkId === networkId))
    return
  sessionInUse.moveTo(networkId)
}

// The first account becomes the one in use if the wallet has granted it.
function onAccountsChanged(sessionInUse: SessionInUse, adapters: Adapters, data: unknown) {
  const [first] = Array.isArray(data) ? data : []
  const wanted = parseCaipAddress(first)?.address ?? first
  if (typeof wanted !== 'string') return
  const isWanted = ({ address, networkId }: GrantedAccount) => {
    const namespace = namespaceOf(networkId)
    return isSameAddress({ adapters }, { address, namespace }, { address: wanted, namespace })
  }
  sessionInUse.sortAccounts((a, b) => Number(isWanted(b)) - Number(isWanted(a)))
}
