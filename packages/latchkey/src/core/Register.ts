import type { CaipNetworkId, ChainIdOf, Namespace, NamespaceOf } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'

/**
 * An app declares its kit here once, so that hooks and actions take and return only the networks of its config. Without
 * the declaration they take any network.
 *
 * @example
 * ```ts
 * export const kit = createKit({ services: 'https://wallet.example.com', networks: [mainnet, base] })
 *
 * declare module 'latchkey' {
 *   interface Register {
 *     kit: typeof kit
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be added to from another module.
export interface Register {}

/** The CAIP-2 ids of the app's networks: `'eip155:1' | 'eip155:8453'`. */
export type HostNetworkId = Register extends {
  readonly kit: { readonly config: { readonly defaultNetworkId: infer networkId extends CaipNetworkId } }
}
  ? networkId
  : CaipNetworkId

/** The chain families of the app's networks: `'eip155'`. */
export type HostNamespace = NamespaceOf<HostNetworkId>

/** One of the app's networks, of all families or of some. */
export type HostNetwork<namespace extends Namespace = Namespace> = NetworkOf<
  Extract<HostNetworkId, `${namespace}:${string}`>
>

/** The chain ids of the app's networks, as the families write them: `1 | 8453`. */
export type HostChainId<namespace extends Namespace = Namespace> = ChainIdOf<
  Extract<HostNetworkId, `${namespace}:${string}`>
>

// A union with one member per id, so that checking one property narrows the others.
type NetworkOf<networkId extends CaipNetworkId> = [CaipNetworkId] extends [networkId]
  ? Network
  : networkId extends CaipNetworkId
    ? Network<networkId>
    : never
