import { type CaipNetworkId, type Namespace, toNetworkId } from '../protocol/caip.js'
import type { Adapter } from './adapter.js'

/**
 * Reads whatever a host or a wallet calls a chain of a family into the one form that the kit stores, as the family's adapter
 * writes it; `undefined` for what is no chain of it. Without an adapter: as {@link toNetworkId}.
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
