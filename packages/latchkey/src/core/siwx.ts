import type { CaipNetworkId } from '../protocol/caip.js'
import { defineSlot } from './slots.js'

/** A message to sign: its fields, and its text from `toString()`. */
export type SiwxMessageData = {
  readonly accountAddress: string
  readonly chainId: CaipNetworkId
  toString(): string
}

/** A signed message, which proves control of an account. */
export type SiwxSession = {
  readonly data: { readonly accountAddress: string; readonly chainId: CaipNetworkId }
  /** The text that was signed. */
  readonly message: string
  readonly signature: string
  /** The same in the wallet's form, if it signed in while it connected (CAIP-74). */
  readonly cacao?: SiwxCacao | undefined
}

/** A signed message as an object: `readCacao` of `latchkey/siwx` reads it. */
export type SiwxCacao = {
  readonly h: { readonly t: string }
  readonly p: { readonly iss: string; readonly [part: string]: unknown }
  readonly s: { readonly t: string; readonly s: string }
}

/** A message for a wallet to sign while it connects, without the account, which is not known yet. */
export type SiwxRequest = {
  /** This page's host, with its port unless that is the default one. */
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
 * How visitors sign in (spec §3 "siwx"): the message that they sign, and where the sessions are kept. `localSiwx` and
 * `serverSiwx` make one; write your own to use your own backend.
 */
export type SiwxConfig = {
  /** Makes the message that an account signs on a network; `accountAddress` is in its chain family's format. */
  createMessage(input: {
    readonly accountAddress: string
    readonly chainId: CaipNetworkId
    /** RFC 3339. */
    readonly notBefore?: string | undefined
  }): Promise<SiwxMessageData>
  /**
   * Makes a message that a wallet may sign while it connects, so that the visitor approves once (WalletConnect's
   * `wc_sessionAuthenticate`; networks of eip155 only). Without it visitors sign after they have connected.
   */
  createRequest?:
    | ((input: { readonly chainIds: readonly CaipNetworkId[] }) => Promise<SiwxRequest>)
    | undefined
  /** Verifies and keeps a signed message. If it throws, the visitor is not signed in. */
  addSession(session: SiwxSession): Promise<void>
  /**
   * Verifies and keeps the messages that a visitor signed with one approval: one for each chain, all with one nonce.
   * Without it `addSession` gets the message of the chain in use, and the others are dropped.
   */
  addSessions?: ((sessions: readonly SiwxSession[]) => Promise<void>) | undefined
  revokeSession(chainId: CaipNetworkId, address: string): Promise<void>
  /** Replaces all sessions; an empty list signs out. */
  setSessions(sessions: readonly SiwxSession[]): Promise<void>
  /** The valid sessions of an account on a network. If there are none, the visitor is asked to sign. */
  getSessions(chainId: CaipNetworkId, address: string): Promise<readonly SiwxSession[]>
  /** Whether the visitor must sign to stay connected. @default false */
  getRequired?: (() => boolean) | undefined
  /** Whether disconnecting signs out. @default true */
  readonly signOutOnDisconnect?: boolean | undefined
}

/** The feature's {@link SignInOffer}, for connectors that can use it. */
export const signInOffer = defineSlot<SignInOffer>('siwx.offer')

/** Lets a connector connect and sign a visitor in with one approval. */
export type SignInOffer = {
  /** The message to sign for some of these chains. If it throws, the connector asks only for a session. */
  request(chainIds: readonly CaipNetworkId[]): Promise<SiwxRequest>
  /**
   * Takes the signed messages before the kit knows the connection, so that the visitor is not asked again in between.
   * Never throws: a visitor who is not signed in by it is asked as usual.
   */
  accept(signed: {
    readonly sessions: readonly SiwxSession[]
    /** The chain in use. */
    readonly networkId: CaipNetworkId
    /** Aborts when the visitor gives up connecting; the sessions are then revoked. */
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
   * The parameters of {@link SiwxConfig.createRequest}. `exp` and `nbf` are RFC 3339.
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
