import type { NetworkInput } from '../../protocol/entities/Network.js'

/** Gives a network of your own its exact type. Nothing is added: the kit reads viem's chains as they are. */
export function defineChain<const network extends NetworkInput>(network: network): network {
  return network
}
