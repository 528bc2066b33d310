import type { Proposal, SessionNamespaces } from '@latchkey/sign-client/wallet'
import type { CaipNetworkId } from '../../protocol/caip.js'
import type { ProtocolAccount } from './ProtocolAccount.js'

/** The namespaces and properties with which a wallet approves a proposal. */
export type Grant = {
  readonly namespaces: SessionNamespaces
  readonly sessionProperties?: { readonly [name: string]: string } | undefined
}

/** What an account can do, and where. */
type Grantor = Pick<ProtocolAccount, 'namespace' | 'methods' | 'addressesOn' | 'propertiesOn'>

/** Everything that these accounts can do on these networks, each family in its own namespace. */
export function grantOf(accounts: readonly Grantor[], networkIds: readonly CaipNetworkId[]): Grant {
  const grants = accounts
    .map((account) => grantsOf(account, networkIds))
    .filter(({ chains }) => chains.length > 0)
  const namespaces: { [namespace: string]: SessionNamespaces[string] } = {}
  for (const { namespace, methods, chains, addresses } of grants) {
    const known = namespaces[namespace]?.accounts ?? []
    namespaces[namespace] = {
      chains,
      accounts: [...known, ...addresses],
      methods,
      events: ['accountsChanged', 'chainChanged'],
    }
  }
  // Of several accounts of a family the first one speaks.
  const said = [...grants]
    .reverse()
    .flatMap(({ properties }) => (properties === undefined ? [] : [properties]))
  return { namespaces, ...(said.length > 0 && { sessionProperties: Object.assign({}, ...said) }) }
}

function grantsOf(account: Grantor, networkIds: readonly CaipNetworkId[]) {
  const { namespace, methods } = account
  const chains = networkIds.filter((id) => id.startsWith(`${namespace}:`))
  const addresses = chains.flatMap((id) => account.addressesOn(id).map((address) => `${id}:${address}`))
  return { namespace, methods, chains, addresses, properties: account.propertiesOn?.(chains) }
}

/** The networks that a proposal names, required or not, each once. */
export function askedNetworks({
  requiredNamespaces,
  optionalNamespaces,
}: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>): readonly CaipNetworkId[] {
  const asked = [requiredNamespaces, optionalNamespaces].flatMap((namespaces) =>
    Object.entries(namespaces).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? []))),
  )
  return [...new Set(asked)] as readonly CaipNetworkId[]
}
