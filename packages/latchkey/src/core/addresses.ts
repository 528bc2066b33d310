import { type AddressShape, addressShape } from '../protocol/addressShape.js'
import type { Namespace } from '../protocol/caip.js'
import { isSameId } from '../protocol/isSameId.js'
import { truncateAddress } from '../protocol/truncateAddress.js'
import type { Adapter } from './adapter.js'

type Families = { readonly adapters: ReadonlyMap<Namespace, Adapter> }
type FamilyAddress = { readonly address: string; readonly namespace: Namespace }

/** Whether two addresses are the same, by their family's adapter. Addresses of two families never are. */
export function isSameAddress({ adapters }: Families, one: FamilyAddress, other: FamilyAddress): boolean {
  if (one.namespace !== other.namespace) return false
  if (one.address === other.address) return true
  return (adapters.get(one.namespace)?.isSameAddress ?? isSameId)(one.address, other.address)
}

/** Which parts of an address distinguish it for a reader, by its family's adapter. */
export function shapeOf({ adapters }: Families, { address, namespace }: FamilyAddress): AddressShape {
  return (adapters.get(namespace)?.addressShape ?? addressShape)(address)
}

/** An address shortened for display, by its family's rules: see {@link truncateAddress}. */
export function shortAddress(
  families: Families,
  of: FamilyAddress,
  leading?: number,
  trailing?: number,
): string {
  return truncateAddress(of.address, leading, trailing, shapeOf(families, of))
}
