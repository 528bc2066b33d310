import type { CaipNetworkId } from '../protocol/caip.js'
import { isRecord } from '../protocol/checks.js'

/**
 * The provider of a wallet behind the connection protocol, for families without EIP-1193 providers. Their adapters make
 * requests with it.
 */
export type SessionRequester = {
  /** Sends a request to the wallet, on the chain in use. */
  readonly request: (request: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
  /** The session's present grants for the family, without asking the wallet; `undefined` once it has ended. */
  granted(): { readonly networkId: CaipNetworkId; readonly addresses: readonly string[] } | undefined
}

export function isSessionRequester(value: unknown): value is SessionRequester {
  return isRecord(value) && typeof value.request === 'function' && typeof value.granted === 'function'
}

/** The methods and events that a chain family uses over the connection protocol (CAIP-25). Plain JSON. */
export type WalletProtocol = {
  /** The methods that its wallets usually support; all are proposed as optional. */
  readonly methods: readonly string[]
  /**
   * Those of `methods` that only read: an app's request for one goes to the wallet at once. Only for families without
   * EIP-1193 providers.
   *
   * @default none: the visitor approves each in the wallet
   */
  readonly safe?: readonly string[] | undefined
  readonly events: readonly string[]
  /**
   * Apps get an EIP-1193 provider, and the kit may ask the wallet for chains outside the session (EIP-3326). Other
   * families get a {@link SessionRequester}.
   */
  readonly isEip1193?: boolean | undefined
  /**
   * Its wallets can connect and sign in with one approval (`wc_sessionAuthenticate`).
   *
   * @default they sign in after they have connected
   */
  readonly signsInOnConnect?: boolean | undefined
}
