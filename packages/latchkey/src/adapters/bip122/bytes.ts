import { hex } from '@scure/base'

export const bytesOf = (text: string): Uint8Array => hex.decode(text.toLowerCase())
export const hexOf = (bytes: Uint8Array): string => hex.encode(bytes)

export function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && hexOf(one) === hexOf(other)
}
