import { type Namespace, toNetworkId } from '../protocol/caip.js'
import type { CaipNetworkIdOf, Network } from '../protocol/entities/Network.js'
import { KitError } from '../protocol/errors.js'

/**
 * Defines a network. Its type contains its CAIP-2 id: `Network<'eip155:31337'>`.
 *
 * @throws `INVALID_CHAIN_ID`
 *
 * @example
 * ```ts
 * const local = defineNetwork({
 *   id: 31337,
 *   name: 'Local',
 *   nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
 *   rpcUrl: 'http://127.0.0.1:8545',
 * })
 * ```
 */
export function defineNetwork<
  const id extends number | string,
  const namespace extends Namespace = 'eip155',
>({
  id,
  deprecatedId,
  name,
  namespace: given,
  nativeCurrency,
  rpcUrl,
  webSocketUrl,
  explorer,
  contracts,
  testnet,
}: defineNetwork.Parameters<id, namespace>): Network<CaipNetworkIdOf<namespace, id>> {
  const namespace: Namespace = given ?? 'eip155'
  const caipNetworkId = toNetworkId(id, namespace)
  if (caipNetworkId === undefined) throw new KitError('INVALID_CHAIN_ID')
  const deprecatedCaipNetworkId = toNetworkId(deprecatedId, namespace)
  const network: Network = {
    id,
    name,
    chainNamespace: namespace,
    caipNetworkId,
    ...(deprecatedCaipNetworkId === undefined ? {} : { deprecatedCaipNetworkId }),
    nativeCurrency,
    rpcUrls: {
      default: { http: [rpcUrl], ...(webSocketUrl === undefined ? {} : { webSocket: [webSocketUrl] }) },
    },
    ...(explorer === undefined ? {} : { blockExplorers: { default: explorer } }),
    ...(contracts === undefined ? {} : { contracts }),
    ...(testnet === undefined ? {} : { testnet }),
  }
  return network as Network<CaipNetworkIdOf<namespace, id>>
}

export declare namespace defineNetwork {
  type Parameters<id extends number | string, namespace extends Namespace = Namespace> = {
    /** The chain id in its family's format. */
    readonly id: id
    /** An older id of the same chain that some wallets still use. */
    readonly deprecatedId?: string | undefined
    readonly name: string
    /** @default 'eip155' */
    readonly namespace?: namespace | undefined
    readonly nativeCurrency: Network['nativeCurrency']
    readonly rpcUrl: string
    /** The same node by WebSocket, for the families and libraries that use it. */
    readonly webSocketUrl?: string | undefined
    readonly explorer?: { readonly name: string; readonly url: string } | undefined
    /** Its well-known contracts, in viem's format; `ensUniversalResolver` if the network has its own names. */
    readonly contracts?: Network['contracts']
    readonly testnet?: boolean | undefined
  }
}
