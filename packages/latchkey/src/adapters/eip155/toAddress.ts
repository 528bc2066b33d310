import { getAddress, isAddress } from 'viem/utils'

/** The address with its checksum (EIP-55); `undefined` for anything else, and for mixed case that does not check. */
export function toAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) return undefined
  const isOneCase =
    value.slice(2) === value.slice(2).toLowerCase() || value.slice(2) === value.slice(2).toUpperCase()
  return isOneCase || isAddress(value) ? getAddress(value) : undefined
}
