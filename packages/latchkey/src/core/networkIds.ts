import { type CaipNetworkId, type Namespace, toNetworkId } from '../protocol/caip.js'
import type { Adapter } from './adapter.js'

/**
 * Converts a host's or a wallet's chain id to the form that the kit stores, with the family's adapter. `undefined` if
 * no chain of the family has that id. Without an adapter it works like {@link toNetworkId}.
 *
 * @param value A CAIP-2 id, or a chain id in the family's own notation.
 */
export function readNetworkId(
  { adapters }: { readonly adapters: ReadonlyMap<Namespace, Adapter> },
  value: unknown,
  namespace: Namespace,
): CaipNetworkId | undefined {
  const adapter = adapters.get(namespace)
  if (adapter?.toReference === undefined) return toNetworkId(value, namespace)
  const prefix = `${namespace}:`
  const isFull = typeof value === 'string' && value.startsWith(prefix)
  // The adapter's reference must still be valid CAIP-2.
  return toNetworkId(adapter.toReference(isFull ? value.slice(prefix.length) : value), namespace)
}
