const hex = /^0x[0-9a-f]*$/i

/**
 * Compares two addresses or transaction ids. Case is insignificant for hexadecimal digits (EIP-55 uses it as a
 * checksum), but significant in any other encoding (base58). For addresses of a known family, use `isSameAddress` of
 * `core/addresses.ts`: the family may have several spellings of one address.
 */
export function isSameId(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined) return false
  return one === other || (hex.test(one) && one.toLowerCase() === other?.toLowerCase())
}
