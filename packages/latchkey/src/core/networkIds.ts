import { type CaipNetworkId, type Namespace, toNetworkId } from '../protocol/caip.js'
import type { Adapter } from './adapter.js'

/**
 * Converts the id that a host or a wallet uses for a chain to the form that the kit stores, through the family's
 * adapter.
 * `undefined` if it is not the id of a chain of the family. Without an adapter it works like {@link toNetworkId}.
 *
 * @param value A CAIP-2 id, or what its family writes behind the namespace.
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
  const reference = adapter.toReference(isFull ? value.slice(prefix.length) : value)
  // What an adapter says is still an id of CAIP-2.
  return reference === undefined ? undefined : toNetworkId(reference, namespace)
}
