import type { Hex } from 'viem'

const quantityPattern = /^0x(?:0|[0-9a-f]{1,64})$/i
const bytesPattern = /^0x(?:[0-9a-f]{2})*$/i
const addressPattern = /^0x[0-9a-f]{40}$/i

export function isBytes(value: unknown): value is Hex {
  return typeof value === 'string' && bytesPattern.test(value)
}

/** Whether a value has the form of an address; `hasChecksum` and viem decide about its letters. */
export function isAddressShape(value: unknown): value is Hex {
  return typeof value === 'string' && addressPattern.test(value)
}

export function isHash(value: unknown): value is Hex {
  return isBytes(value) && value.length === 66
}

/** Reads a JSON-RPC quantity of at most 256 bits; `undefined` if it is none. */
export function toQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && quantityPattern.test(value) ? BigInt(value) : undefined
}

/** Writes a number as a JSON-RPC quantity. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

export function isSameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The number of bytes. */
export const sizeOf = (hex: string): number => (hex.length - 2) / 2
