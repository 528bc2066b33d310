import type { CaipNetworkId } from './caip.js'

/**
 * The explorer's picture id of a network: its CAIP-2 id with a dash in place of the colon (`eip155-1`,
 * docs/decisions/119).
 */
export function networkImageId(networkId: CaipNetworkId): string {
  return networkId.replace(':', '-')
}
