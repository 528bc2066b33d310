import { type CaipNetworkId, namespaceOf } from './caip.js'
import { defaultNamespace } from './families.js'

/** A chain id in its family's notation: a number for eip155, a text for other families. */
export function chainIdOf(networkId: CaipNetworkId): number | string {
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  return namespaceOf(networkId) === defaultNamespace ? Number(reference) : reference
}
