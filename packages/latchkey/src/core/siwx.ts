import type { CaipNetworkId } from '../protocol/caip.js'
import { defineSlot } from './slots.js'

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
  /** The same as the wallet gave it, where it signed in while it connected (CAIP-74). */
  readonly cacao?: SiwxCacao | undefined
}

/** A signed message as an object: `readCacao` of `latchkey/siwx` reads it. */
export type SiwxCacao = {
  readonly h: { readonly t: string }
  readonly p: { readonly iss: string; readonly [part: string]: unknown }
  readonly s: { readonly t: string; readonly s: string }
}

/** What a wallet is asked to sign while it connects: a message without the account, which nobody knows yet. */
export type SiwxRequest = {
  /** Host, and port where it is not the usual one, of this page. */
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  /** One line of ASCII. */
  readonly statement?: string | undefined
  /** RFC 3339, as is `notBefore`. */
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
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
  /**
   * What a wallet may sign while it connects, so that no second question is asked (WalletConnect's
   * `wc_sessionAuthenticate`; networks of eip155 only). Without it visitors sign after they have connected.
   */
  createRequest?:
    | ((input: { readonly chainIds: readonly CaipNetworkId[] }) => Promise<SiwxRequest>)
    | undefined
  /** Takes a signed message in. Throw, and the visitor is not signed in. */
  addSession(session: SiwxSession): Promise<void>
  /**
   * Takes in what a visitor signed with one approval: a message for each chain, all with one nonce. Without it
   * `addSession` gets the one of the chain in use, and the others are dropped.
   */
  addSessions?: ((sessions: readonly SiwxSession[]) => Promise<void>) | undefined
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

/** Where the feature leaves its {@link SignInOffer}, for a connector that can use it. */
export const signInOffer = defineSlot<SignInOffer>('siwx.offer')

/** What a connector needs to sign a visitor in with the approval that connects. */
export type SignInOffer = {
  /** What is to be signed on some of these chains. Throws where there is nothing: then only a session is asked for. */
  request(chainIds: readonly CaipNetworkId[]): Promise<SiwxRequest>
  /**
   * Takes in what was signed, before the connection is known, so that nobody is asked in between. Never throws: who is
   * not signed in by it is asked as usual.
   */
  accept(signed: {
    readonly sessions: readonly SiwxSession[]
    /** The chain in use. */
    readonly networkId: CaipNetworkId
    /** Aborts when the visitor gives up connecting: what was taken in is revoked. */
    readonly signal: AbortSignal
  }): Promise<void>
}

/** The older form, for eip155 only (incumbent of the field: `createSIWEConfig`); mapped onto {@link SiwxConfig}. */
export type SiweConfig = {
  getNonce(address?: string): Promise<string>
  createMessage(input: {
    readonly address: string
    readonly chainId: number
    readonly nonce: string
  }): string | Promise<string>
  verifyMessage(input: {
    readonly message: string
    readonly signature: string
    readonly cacao?: SiwxCacao | undefined
  }): Promise<boolean>
  /**
   * What a wallet may sign while it connects; see {@link SiwxConfig.createRequest}. `exp` and `nbf` are RFC 3339.
   */
  getMessageParams?:
    | (() => Promise<{
        readonly domain: string
        readonly uri: string
        readonly statement?: string | undefined
        readonly exp?: string | undefined
        readonly nbf?: string | undefined
        readonly requestId?: string | undefined
        readonly resources?: readonly string[] | undefined
      }>)
    | undefined
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
