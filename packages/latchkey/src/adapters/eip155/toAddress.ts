import { getAddress, isAddress } from 'viem/utils'

/** Returns the address with its checksum (EIP-55); `undefined` if it is no address or its checksum is wrong. */
export function toAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) return undefined
  const isOneCase =
    value.slice(2) === value.slice(2).toLowerCase() || value.slice(2) === value.slice(2).toUpperCase()
  return isOneCase || isAddress(value) ? getAddress(value) : undefined
}
