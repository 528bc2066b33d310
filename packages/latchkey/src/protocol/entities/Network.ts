import { type CaipNetworkId, type Namespace, toNetworkId } from '../caip.js'

/**
 * A network as the kit keeps it (spec §3 "Network"): plain JSON, a superset of what viem calls a chain, so that it can
 * be handed to viem as one.
 */
export type Network = {
  /** The chain id as its family writes it: a number for eip155, a text for the others. */
  readonly id: number | string
  readonly name: string
  readonly chainNamespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  /** An older id of the same chain that some wallets still use. */
  readonly deprecatedCaipNetworkId?: CaipNetworkId | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly contracts?: { readonly [name: string]: unknown } | undefined
  readonly testnet?: boolean | undefined
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
}

/** What a host may pass for a network: one of `latchkey/networks`, a chain of viem, or an object of its own. */
export type NetworkInput = {
  readonly id: number | string
  readonly name: string
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: string | undefined
  readonly deprecatedCaipNetworkId?: string | undefined
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly contracts?: { readonly [name: string]: unknown } | undefined
  readonly testnet?: boolean | undefined
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
}

/** The kit's form of a host's network. Functions that viem's chains carry (formatters, fees) are left behind. */
export function toNetwork(input: NetworkInput): Network | undefined {
  const { id, name, nativeCurrency, contracts, testnet, assets } = input
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId = toNetworkId(input.caipNetworkId ?? id, chainNamespace)
  if (caipNetworkId === undefined) return undefined
  const explorer = input.blockExplorers?.default
  return {
    id,
    name,
    chainNamespace,
    caipNetworkId,
    nativeCurrency,
    rpcUrls: { default: { http: [...input.rpcUrls.default.http] } },
    deprecatedCaipNetworkId: toNetworkId(input.deprecatedCaipNetworkId, chainNamespace),
    blockExplorers: explorer && { default: { name: explorer.name, url: explorer.url } },
    contracts: contracts && (JSON.parse(JSON.stringify(contracts)) as Network['contracts']),
    testnet,
    assets,
  }
}
