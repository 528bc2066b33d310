import type { ConnectorSession, NamespaceSession } from '../../core/connector.js'
import { readNetworkId } from '../../core/networkIds.js'
import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import { embeddedChainsItem } from '../../protocol/embeddedItems.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import type { FrameUser } from '../../protocol/frame/messages.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { EmbeddedContext } from './EmbeddedContext.js'

type Parameters = {
  readonly networks: readonly Network[]
  /** The network to be on, whatever was in use. */
  readonly wanted?: Network | undefined
  /** The chain in use of each family. */
  readonly networkIdOf: (namespace: Namespace) => CaipNetworkId | undefined
  readonly signal: AbortSignal
}

/**
 * Asks the wallet who has logged in, for each chain family of the host, on the first of its networks that the wallet
 * serves, and reads the accounts. A family of which it serves none is left out, as long as it serves another one.
 *
 * @throws `LOGIN_NEEDED`, `NO_ACCOUNTS_FOUND`, and what the frame fails with
 */
export async function readUser(
  context: EmbeddedContext,
  { networks, wanted, networkIdOf, signal }: Parameters,
): Promise<ConnectorSession> {
  const { info, frame, storage } = context
  const stored = storage.read(embeddedChainsItem) ?? {}
  const families = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const namespaces: { [namespace in Namespace]?: NamespaceSession } = {}
  let wallet: ConnectorSession['wallet']
  for (const namespace of families.filter((name) => info.namespaces.includes(name))) {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    const [first] = own
    const inUse = networkIdOf(namespace) ?? stored[namespace]
    const isWanted = wanted !== undefined && first === wanted
    const preferred = isWanted ? first : own.find(({ caipNetworkId }) => caipNetworkId === inUse)
    const preferredAccountType = context.preferredType(namespace)
    for (const network of new Set([...(preferred === undefined ? [] : [preferred]), ...own])) {
      const payload = {
        chainId: network.caipNetworkId,
        ...(preferredAccountType && { preferredAccountType }),
      }
      // The operator may serve only some of the family's networks.
      const user = await frame.request('GET_USER', payload, { signal }).catch((error: unknown) => {
        if (!isKitError(error, 'WALLET_METHOD_UNSUPPORTED')) throw error
      })
      if (user === undefined) continue
      const granted = await toSession(context, user, network)
      if (granted === undefined) break
      context.onUser(namespace, user)
      namespaces[namespace] = granted
      wallet ??= walletOf(context, user)
      break
    }
  }
  if (wallet === undefined) throw walletError('NO_ACCOUNTS_FOUND')
  return { namespaces, wallet }
}

async function toSession(
  { adapters }: EmbeddedContext,
  { address: given, chainId, chainIds, preferredAccountType }: FrameUser,
  { chainNamespace, caipNetworkId }: Network,
): Promise<NamespaceSession | undefined> {
  const networkId = readNetworkId({ adapters }, chainId, chainNamespace) ?? caipNetworkId
  const adapter = adapters.get(chainNamespace)
  const address = adapter === undefined ? given : await adapter.toAddress(given, networkId)
  if (address === undefined) return undefined
  return {
    addresses: [address],
    accounts: [{ address, type: preferredAccountType ?? 'eoa' }],
    networkId,
    // A wallet that does not list its chains says when it is asked which ones it serves.
    approvedNetworkIds: chainIds?.filter((id) => namespaceOf(id) === chainNamespace) ?? 'all',
  }
}

function walletOf(
  { info, way: wayOf }: EmbeddedContext,
  { email, userName }: FrameUser,
): ConnectorSession['wallet'] {
  const identifier = email ?? userName ?? undefined
  const way = wayOf()
  const isSocial = way !== undefined && way !== 'email' && way !== 'passkey'
  return {
    name: info.name,
    ...(identifier === undefined ? {} : { identifier }),
    ...(isSocial ? { social: way } : {}),
  }
}
