/** Checks for a reversed host name (EIP-6963): `io.metamask`. RFC 1034 labels, at most 253 characters. */
export function isRdns(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 253 &&
    /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i.test(value)
  )
}
