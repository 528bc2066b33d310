import { bytesToHex, randomBytes } from '@noble/hashes/utils.js'

/**
 * Stores the nonces that a server gave out until each is used once.
 *
 * `consume` must be atomic: of two concurrent calls with one nonce, only one gets `true`. In SQL that is one
 * `DELETE … WHERE nonce = ? AND expires_at > ? RETURNING`, in Redis `GETDEL`.
 */
export type NonceStore = {
  /** Stores a nonce; with a `binding`, the value of a cookie or an origin, it can only be used with the same one. */
  add(nonce: string, binding?: string | undefined): void | Promise<void>
  /** Removes a nonce, and returns whether it existed, had not expired, and had this binding. */
  consume(nonce: string, binding?: string | undefined): boolean | Promise<boolean>
}

/** A nonce of 128 random bits, as 32 hex digits. */
export function createNonce(): string {
  return bytesToHex(randomBytes(16))
}

/** Keeps nonces in this process: for one server, or for tests. Several servers need a store that they share. */
export function memoryNonceStore({
  lifetime = 5 * 60_000,
  now = Date.now,
  limit = 100_000,
}: memoryNonceStore.Options = {}): NonceStore {
  const nonces = new Map<string, { readonly expiresAt: number; readonly binding: string | undefined }>()
  return {
    add(nonce, binding) {
      // In the order of their age: the first are the first to expire.
      for (const [old, { expiresAt }] of nonces) {
        // Stryker disable next-line ConditionalExpression,EqualityOperator: what has expired is refused, kept or not.
        const isFresh = expiresAt > now()
        if (isFresh && nonces.size < limit) break
        nonces.delete(old)
      }
      nonces.set(nonce, { expiresAt: now() + lifetime, binding })
    },
    consume(nonce, binding) {
      const entry = nonces.get(nonce)
      nonces.delete(nonce)
      return entry !== undefined && entry.expiresAt > now() && entry.binding === binding
    },
  }
}

export declare namespace memoryNonceStore {
  type Options = {
    /** Milliseconds for which a nonce may be used. @default 5 minutes */
    readonly lifetime?: number | undefined
    /** Epoch milliseconds. */
    readonly now?: (() => number) | undefined
    /** Nonces kept at once; beyond it the oldest go. */
    readonly limit?: number | undefined
  }
}
