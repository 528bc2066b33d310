import type { CaipNetworkId } from '../protocol/caip.js'
import { isRecord } from '../protocol/checks.js'

/**
 * What the adapter of a family without an EIP-1193 provider makes requests over the connection protocol with: its provider,
 * where the wallet is behind the protocol.
 */
export type SessionRequester = {
  /** Asks the wallet, on the chain in use. */
  readonly request: (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  /** What the session grants the family at this moment; the wallet is not asked. `undefined` once it has ended. */
  granted(): { readonly networkId: CaipNetworkId; readonly addresses: readonly string[] } | undefined
}

export function isSessionRequester(value: unknown): value is SessionRequester {
  return isRecord(value) && typeof value.request === 'function' && typeof value.granted === 'function'
}

/** What a chain family speaks with wallets over the connection protocol (CAIP-25). Plain JSON. */
export type WalletProtocol = {
  /** The requests that its wallets know, by the field's convention; all are proposed as optional. */
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /**
   * Apps get an EIP-1193 provider, and the wallet may be asked for chains outside the session (EIP-3326). Families without
   * it get a {@link SessionRequester}.
   */
  readonly isEip1193?: boolean | undefined
  /**
   * Its wallets know how to connect and sign in with one approval (`wc_sessionAuthenticate`).
   *
   * @default they sign in after they have connected
   */
  readonly signsInOnConnect?: boolean | undefined
}
