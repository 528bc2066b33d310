import { createHash } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { NonceStore } from 'latchkey/siwx'

/** Who is signed in, and on which chain. */
export type Session = { readonly address: string; readonly chainId: CaipNetworkId }

/** Where nonces and sessions are. Whoever reads it can be nobody: of tokens only the hashes are kept. */
export type AuthStore = {
  readonly nonces: NonceStore
  /** Begins sessions, all or none; what is returned are their tokens, in the same order. */
  open(sessions: readonly Session[], binding: string): Promise<readonly string[]>
  find(token: string, binding: string): Promise<Session | undefined>
  revoke(token: string): Promise<void>
  close(): Promise<void>
}

/** What a token is kept as. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
