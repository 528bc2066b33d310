import * as v from 'valibot'
import { type CaipNetworkId, isNamespace, type Namespace, toNetworkId } from '../caip.js'
import { toWebLink } from '../schema/link.js'

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

/** Reads a host's network; each issue says what is wrong with it and where. */
export const networkInputSchema = v.looseObject({
  id: v.union([v.pipe(v.number(), v.safeInteger(), v.minValue(1)), v.pipe(v.string(), v.minLength(1))]),
  name: v.pipe(v.string(), v.minLength(1)),
  chainNamespace: v.optional(v.custom<Namespace>(isNamespace, 'is not a namespace the kit speaks')),
  nativeCurrency: v.looseObject({
    name: v.string(),
    symbol: v.string(),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  }),
  rpcUrls: v.looseObject({
    default: v.looseObject({
      http: v.pipe(
        v.array(v.custom<string>((url) => toWebLink(url) !== undefined, 'is not an https address')),
        v.minLength(1, 'needs at least one address'),
      ),
    }),
  }),
})

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
