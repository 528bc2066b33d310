import { randomHex } from '../../core/randomHex.js'

/** What no other intent is called, of this page or of another. */
export function newIntentId(): string {
  return randomHex(16)
}
