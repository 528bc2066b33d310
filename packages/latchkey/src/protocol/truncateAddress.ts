import { type AddressShape, addressShape } from './addressShape.js'
import { addressLeadingCharacters, addressTrailingCharacters } from './constants.js'

/**
 * Shortens an address for display: `0x12ab…3456cd`, 4 leading and 6 trailing characters (spec §9). The constant prefix
 * of its kind comes before them and is not counted.
 */
export function truncateAddress(
  address: string,
  leading: number = addressLeadingCharacters,
  trailing: number = addressTrailingCharacters,
  { prefixLength }: AddressShape = addressShape(address),
): string {
  if (address.length <= prefixLength + leading + trailing) return address
  return `${address.slice(0, prefixLength + leading)}…${address.slice(-trailing)}`
}
