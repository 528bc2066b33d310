/** The length of an address's constant prefix, and whether upper and lower case mean the same. */
export type AddressShape = { readonly prefixLength: number; readonly isCaseless: boolean }

/**
 * Returns the parts of an address that tell it apart for a reader: the length of the prefix that all addresses of its
 * kind share, and whether upper and lower case mean the same.
 *
 * - `0x` begins every EVM address, and `bc1q` or `bc1p` every Bitcoin address in bech32: they distinguish nothing.
 * - base58 and SS58 have no such prefix, and there `a` and `A` are different characters.
 *
 * This is the default: a family with another format defines `Adapter.addressShape`.
 */
export function addressShape(address: string): AddressShape {
  const prefix = /^(0x|(bc|tb|bcrt)1[qp]?)/i.exec(address)?.[0] ?? ''
  return { prefixLength: prefix.length, isCaseless: prefix !== '' }
}
