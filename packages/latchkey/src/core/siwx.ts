import type { CaipNetworkId } from '../protocol/caip.js'

/** What is to be signed: its fields, and by `toString()` the text. */
export type SiwxMessageData = {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  toString(): string
}

/** A signed message: proof that somebody has an account. */
export type SiwxSession = {
  readonly data: { readonly accountAddress: string; readonly chainId: CaipNetworkId }
  /** The text that was signed. */
  readonly message: string
  readonly signature: string
}

/**
 * How visitors sign in (spec §3 "siwx"): what they sign, and where that is kept. `localSiwx` and `serverSiwx` make one;
 * write your own to use your own backend.
 */
export type SiwxConfig = {
  /** What an account signs on a network; `accountAddress` as its chain family writes it. */
  createMessage(input: {
    readonly accountAddress: string
    readonly chainId: CaipNetworkId
    /** RFC 3339. */
    readonly notBefore?: string | undefined
  }): Promise<SiwxMessageData>
  /** Takes a signed message in. Throw, and the visitor is not signed in. */
  addSession(session: SiwxSession): Promise<void>
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions; an empty list signs out. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** The valid sessions of an account on a network; none: the visitor is asked to sign. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Whether the visitor must sign to stay connected. @default false */
  getRequired?: (() => boolean) | undefined
  /** Whether disconnecting signs out. @default true */
  readonly signOutOnDisconnect?: boolean | undefined
}

/** The older form, for eip155 only (incumbent of the field: `createSIWEConfig`); mapped onto {@link SiwxConfig}. */
export type SiweConfig = {
  getNonce(address?: string): Promise<string>
  createMessage(input: {
    readonly address: string
    readonly chainId: number
    readonly nonce: string
  }): string | Promise<string>
  verifyMessage(input: { readonly message: string; readonly signature: string }): Promise<boolean>
  getSession(): Promise<{ readonly address: string; readonly chainId: number } | null>
  signOut(): Promise<boolean>
  readonly onSignIn?: ((session: { readonly address: string; readonly chainId: number }) => void) | undefined
  readonly onSignOut?: (() => void) | undefined
  /** @default true */
  readonly required?: boolean | undefined
  /** @default true */
  readonly enabled?: boolean | undefined
  /** @default true */
  readonly signOutOnDisconnect?: boolean | undefined
  /** @default true */
  readonly signOutOnAccountChange?: boolean | undefined
  /** @default true */
  readonly signOutOnNetworkChange?: boolean | undefined
}
