import type { Session } from '@latchkey/sign-client'
import type { Adapter } from '../../core/adapter.js'
import type { ConnectorSession, NamespaceSession } from '../../core/connector.js'
import { type CaipNetworkId, type Namespace, namespaces, parseCaipAddress } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { toWebLink } from '../../protocol/schema/link.js'
import { cleanText } from '../../protocol/schema/text.js'

/** An account that a session grants, read and checked. */
export type GrantedAccount = {
  readonly namespace: Namespace
  readonly networkId: CaipNetworkId
  readonly address: string
}

/** Which chain of each namespace is in use: the protocol itself knows no such thing. */
export type ActiveNetworks = { readonly [namespace in Namespace]?: CaipNetworkId | undefined }

/** The accounts of a session, checksummed where the namespace has a checksum; those that cannot be read are left out. */
export async function readAccounts(
  session: Session,
  adapters: ReadonlyMap<Namespace, Adapter>,
): Promise<readonly GrantedAccount[]> {
  const named = Object.values(session.namespaces).flatMap(({ accounts }) => accounts)
  const read = await Promise.all(
    named.map(async (account): Promise<GrantedAccount | undefined> => {
      const parts = parseCaipAddress(account)
      if (parts === undefined) return undefined
      const adapter = adapters.get(parts.namespace)
      const address = adapter === undefined ? parts.address : await adapter.toAddress(parts.address)
      return address === undefined ? undefined : { ...parts, address }
    }),
  )
  return read.filter((account) => account !== undefined)
}

/**
 * A session in the kit's terms. Its accounts say which chains are approved; a namespace without one is not granted. The
 * chain in use is the one that was, else the first of the host's networks that is approved, else the first that the
 * wallet names.
 */
export function toConnectorSession({
  session,
  accounts,
  networks,
  active,
}: {
  readonly session: Session
  readonly accounts: readonly GrantedAccount[]
  readonly networks: readonly Network[]
  readonly active: ActiveNetworks
}): ConnectorSession {
  const granted: { [namespace in Namespace]?: NamespaceSession } = {}
  for (const namespace of namespaces) {
    const own = accounts.filter((account) => account.namespace === namespace)
    const read = toNamespaceSession(own, networks, active[namespace])
    if (read !== undefined) granted[namespace] = read
  }
  const { name, icons, url } = session.peer.metadata
  const icon = icons.map(toWebLink).find((link) => link !== undefined)
  return {
    namespaces: granted,
    wallet: { name: cleanText(name, 64) || 'WalletConnect', ...(icon && { icon }), ...(url && { url }) },
  }
}

function toNamespaceSession(
  accounts: readonly GrantedAccount[],
  networks: readonly Network[],
  active: CaipNetworkId | undefined,
): NamespaceSession | undefined {
  const approvedNetworkIds = [...new Set(accounts.map(({ networkId }) => networkId))]
  const wanted = [active, ...networks.map(({ caipNetworkId }) => caipNetworkId), ...approvedNetworkIds]
  const networkId = wanted.find((id) => id !== undefined && approvedNetworkIds.includes(id))
  const [first, ...rest] = [
    ...new Set(accounts.filter((account) => account.networkId === networkId).map(({ address }) => address)),
  ]
  if (networkId === undefined || first === undefined) return undefined
  return { addresses: [first, ...rest], networkId, approvedNetworkIds }
}
