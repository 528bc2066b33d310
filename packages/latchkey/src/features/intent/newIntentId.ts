import { randomHex } from '../../core/randomHex.js'

/** Returns an id that no other intent has, in this page or another. */
export function newIntentId(): string {
  return randomHex(16)
}
