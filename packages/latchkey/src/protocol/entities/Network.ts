import { type CaipNetworkId, type ChainIdOf, type Namespace, type NamespaceOf, toNetworkId } from '../caip.js'
import { type DefaultNamespace, defaultNamespace } from '../families.js'

/**
 * The kit's form of a network (spec §3 "Network"): plain JSON, and a superset of viem's chain, so that viem accepts it.
 *
 * @typeParam networkId Its CAIP-2 id, if the type is that precise: `Network<'eip155:1'>`.
 */
export type Network<networkId extends CaipNetworkId = CaipNetworkId> = {
  /** The chain id in its family's notation: a number for eip155, a text for other families. */
  readonly id: ChainIdOf<networkId>
  readonly name: string
  readonly chainNamespace: NamespaceOf<networkId>
  readonly caipNetworkId: networkId
  /** An older id of the same chain that some wallets still use. */
  readonly deprecatedCaipNetworkId?: CaipNetworkId | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** `service`: the host's own services, which read the chain for the kit before any other node. */
  readonly rpcUrls: {
    readonly default: RpcUrls
    readonly service?: { readonly http: readonly string[] }
  }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly contracts?: { readonly [name: string]: unknown } | undefined
  readonly testnet?: boolean | undefined
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
}

/** The RPC addresses of a chain's nodes; the family's adapter decides which of both kinds are used. */
export type RpcUrls = {
  readonly http: readonly string[]
  readonly webSocket?: readonly string[] | undefined
}

/** A network as a host may pass it: one of `latchkey/networks`, a chain of viem, or a custom object. */
export type NetworkInput = {
  readonly id: number | string
  readonly name: string
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: string | undefined
  readonly deprecatedCaipNetworkId?: string | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: RpcUrls }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly contracts?: { readonly [name: string]: unknown } | undefined
  readonly testnet?: boolean | undefined
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
}

/** The CAIP-2 id of a host's network, as precise as its type: `'eip155:1'`, or `` `eip155:${number}` ``. */
export type NetworkIdOf<network extends NetworkInput> = network extends {
  readonly caipNetworkId: infer networkId extends CaipNetworkId
}
  ? networkId
  : CaipNetworkIdOf<FamilyOf<network>, network['id']>

/** The CAIP-2 id of a chain, from its family and its id within the family. */
export type CaipNetworkIdOf<namespace extends Namespace, id extends number | string> = string extends id
  ? `${namespace}:${string}`
  : namespace extends DefaultNamespace
    ? // The CAIP-2 id is decimal, and a text may be hex.
      `${DefaultNamespace}:${id extends number ? id : number}`
    : `${namespace}:${id}`

type FamilyOf<network extends NetworkInput> = network extends {
  readonly chainNamespace: infer namespace extends Namespace
}
  ? namespace
  : // viem's chains have no `chainNamespace` and belong to the default family.
    'chainNamespace' extends keyof network
    ? Namespace
    : DefaultNamespace

/** Converts a host's network to the kit's form, without the functions of viem's chains (formatters, fees). */
export function toNetwork(input: NetworkInput): Network | undefined {
  const { id, name, nativeCurrency, contracts, testnet, assets } = input
  const chainNamespace = input.chainNamespace ?? defaultNamespace
  const caipNetworkId = toNetworkId(input.caipNetworkId ?? id, chainNamespace)
  if (caipNetworkId === undefined) return undefined
  const explorer = input.blockExplorers?.default
  return {
    id,
    name,
    chainNamespace,
    caipNetworkId,
    nativeCurrency,
    rpcUrls: { default: sortedUrls(input.rpcUrls.default) },
    deprecatedCaipNetworkId: toNetworkId(input.deprecatedCaipNetworkId, chainNamespace),
    blockExplorers: explorer && { default: { name: explorer.name, url: explorer.url } },
    contracts: contracts && (JSON.parse(JSON.stringify(contracts)) as Network['contracts']),
    testnet,
    assets,
  }
}

/** Sorts addresses into HTTP and WebSocket, whichever list they were in. */
export function sortedUrls({ http, webSocket = [] }: RpcUrls): RpcUrls {
  const isSocket = (url: string) => url.startsWith('ws')
  const sockets = [...http.filter(isSocket), ...webSocket]
  return {
    http: http.filter((url) => !isSocket(url)),
    ...(sockets.length > 0 && { webSocket: sockets }),
  }
}
