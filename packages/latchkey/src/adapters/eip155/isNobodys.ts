/** Checks for the zero address and the burn address, which have no private key. */
export function isNobodys(address: string): boolean {
  return /^0x0{36}(0000|dead)$/i.test(address)
}
