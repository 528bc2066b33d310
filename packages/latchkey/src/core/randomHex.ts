import { hexOf } from './hexOf.js'

/** Random bytes in lower-case hex, two digits for each. */
export function randomHex(bytes: number): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(bytes)))
}
