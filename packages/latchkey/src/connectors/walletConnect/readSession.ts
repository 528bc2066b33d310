import type { Session } from '@latchkey/sign-client'
import type { Adapter } from '../../core/adapter.js'
import { isSameAddress } from '../../core/addresses.js'
import type { AccountFacts, ConnectorSession, NamespaceSession } from '../../core/connector.js'
import { readNetworkId } from '../../core/networkIds.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { toWebLink } from '../../protocol/schema/link.js'
import { cleanText } from '../../protocol/schema/text.js'

/** An account that a session grants, read and checked. */
export type GrantedAccount = {
  readonly namespace: Namespace
  readonly networkId: CaipNetworkId
  /** The id by which the wallet knows the network: its family may have an older one. */
  readonly grantedId: CaipNetworkId
  readonly address: string
  /** Further facts that the wallet reports about the account. */
  readonly facts?: AccountFacts | undefined
}

/** The chain in use of each namespace, which the protocol itself does not track. */
export type ActiveNetworks = { readonly [namespace in Namespace]?: CaipNetworkId | undefined }

/**
 * The accounts of a session, checksummed where the namespace has a checksum. Those that cannot be read are left out,
 * and those of a chain family that the app does not have.
 *
 * @param onUnread Called if the code of an account's family does not load; the account is left out. @default throws
 */
export async function readAccounts(
  session: Session,
  adapters: ReadonlyMap<Namespace, Adapter>,
  onUnread: (error: unknown) => undefined = (error) => {
    throw error
  },
): Promise<readonly GrantedAccount[]> {
  const named = Object.values(session.namespaces).flatMap(({ accounts }) => accounts)
  const read = await Promise.all(
    named.map(async (account): Promise<GrantedAccount | undefined> => {
      const parts = parseCaipAddress(account)
      if (parts === undefined) return undefined
      const adapter = adapters.get(parts.namespace)
      const networkId = readNetworkId({ adapters }, parts.networkId, parts.namespace)
      const address = await adapter?.toAddress(parts.address, networkId).catch(onUnread)
      return address === undefined || networkId === undefined
        ? undefined
        : { ...parts, networkId, grantedId: parts.networkId, address }
    }),
  )
  return withFacts(
    read.filter((account) => account !== undefined),
    session,
    adapters,
  )
}

/** The accounts with what their families read from the session's properties. */
function withFacts(
  accounts: readonly GrantedAccount[],
  { sessionProperties: properties }: Session,
  adapters: ReadonlyMap<Namespace, Adapter>,
): readonly GrantedAccount[] {
  if (properties === undefined) return accounts
  return accounts.map((account) => {
    const { namespace, address } = account
    const adapter = adapters.get(namespace)
    const told = adapter?.accountFacts?.({ addresses: [address], properties })
    const facts = told?.find((one) =>
      isSameAddress({ adapters }, { address: one.address, namespace }, { address, namespace }),
    )
    return facts === undefined ? account : { ...account, facts: { ...facts, address } }
  })
}

/**
 * Converts a session to the kit's terms. Its accounts determine the approved chains; a namespace without accounts is
 * not granted. The chain in use stays the same if it is still approved, else it is the first of the host's networks
 * that is approved, else the first that the wallet lists.
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
  for (const namespace of new Set(accounts.map((account) => account.namespace))) {
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
  const used = accounts.filter((account) => account.networkId === networkId)
  const [first, ...rest] = new Set(used.map(({ address }) => address))
  if (networkId === undefined || first === undefined) return undefined
  const facts = new Map(used.flatMap((account) => (account.facts ? [[account.address, account.facts]] : [])))
  return {
    addresses: [first, ...rest],
    networkId,
    approvedNetworkIds,
    ...(facts.size > 0 && { accounts: [...facts.values()] }),
  }
}
