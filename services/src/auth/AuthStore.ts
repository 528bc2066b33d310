import { createHash } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { NonceStore } from 'latchkey/siwx'

/** A signed-in account and its chain. */
export type Session = { readonly address: string; readonly chainId: CaipNetworkId }

/**
 * The owner of a session: `page` names the project and origin that the session was issued to, `key` is the thumbprint
 * of the browser's key.
 */
export type Owner = { readonly page: string; readonly key: string }

/** The two current tokens of a session: a short-lived access token, and a refresh token that buys the next pair. */
export type TokenPair = { readonly token: string; readonly refreshToken: string }

/**
 * Stores nonces and sessions. Stores only hashes of tokens, so a stolen copy gives access to no account.
 *
 * A session is a family of tokens; each pair is made from the previous one. Two events end the family, because both mean
 * that a token was stolen: a token arrives with another key than the family's, or a refresh token arrives again after the
 * grace period for lost answers.
 */
export type AuthStore = {
  readonly nonces: NonceStore
  /** Returns whether a proof id (at most 200 characters) is new, and remembers it until `until`. */
  useProof(id: string, until: number): Promise<boolean>
  /** Begins sessions, all or none, and returns their tokens in the same order. */
  open(sessions: readonly Session[], owner: Owner): Promise<readonly TokenPair[]>
  find(token: string, owner: Owner): Promise<Session | undefined>
  /** Returns the next token pair of a session, or `undefined` if the session does not exist. */
  refresh(refreshToken: string, owner: Owner): Promise<TokenPair | undefined>
  /** Ends the session that either token belongs to. Returns whether a session existed. */
  revoke(token: string, owner: Owner): Promise<boolean>
  close(): Promise<void>
}

/** Hashes a token for storage. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
