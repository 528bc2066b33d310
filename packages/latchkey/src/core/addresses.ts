import { type AddressShape, addressShape } from '../protocol/addressShape.js'
import type { Namespace } from '../protocol/caip.js'
import { isSameId } from '../protocol/isSameId.js'
import { truncateAddress } from '../protocol/truncateAddress.js'
import type { Adapter } from './adapter.js'

type Families = { readonly adapters: ReadonlyMap<Namespace, Adapter> }
type FamilyAddress = { readonly address: string; readonly namespace: Namespace }

/** Whether two addresses are one, as their family's adapter says; those of two families never are. */
export function isSameAddress({ adapters }: Families, one: FamilyAddress, other: FamilyAddress): boolean {
  if (one.namespace !== other.namespace) return false
  if (one.address === other.address) return true
  return (adapters.get(one.namespace)?.isSameAddress ?? isSameId)(one.address, other.address)
}

/** What of an address a person sees, as its family's adapter says. */
export function shapeOf({ adapters }: Families, { address, namespace }: FamilyAddress): AddressShape {
  return (adapters.get(namespace)?.addressShape ?? addressShape)(address)
}

/** An address short enough to read, as its family shows it: see {@link truncateAddress}. */
export function shortAddress(
  families: Families,
  of: FamilyAddress,
  leading?: number,
  trailing?: number,
): string {
  return truncateAddress(of.address, leading, trailing, shapeOf(families, of))
}
