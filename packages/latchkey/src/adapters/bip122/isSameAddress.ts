/** The address as it is written: bech32 in lower case. QR codes have it in upper case. */
export const written = (address: string): string =>
  /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address

/** @see Adapter.isSameAddress */
export const isSameAddress = (one: string, other: string): boolean => written(one) === written(other)
