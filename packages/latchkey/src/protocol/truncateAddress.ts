import { addressLeadingCharacters, addressTrailingCharacters } from './constants.js'

/** An address short enough to read: `0x12ab…3456cd`, 4 leading and 6 trailing characters (spec §9). */
export function truncateAddress(
  address: string,
  leading: number = addressLeadingCharacters,
  trailing: number = addressTrailingCharacters,
): string {
  const prefix = address.startsWith('0x') ? 2 : 0
  if (address.length <= prefix + leading + trailing) return address
  return `${address.slice(0, prefix + leading)}…${address.slice(-trailing)}`
}
