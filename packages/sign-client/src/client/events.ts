import type { Cacao } from '../protocol/authMessage.js'
import type { PeerError } from '../protocol/peerErrors.js'
import type { PeerOutcome } from '../protocol/peerMessage.js'
import type { Session } from '../protocol/Session.js'
import type { RelayState } from '../relay/relayState.js'
import type { AuthenticationRequest, Proposal, SessionRequest } from '../state/Entry.js'

/** Events of both sides. Each event fires once in every tab, whichever tab receives the message. */
export type SignEvents = {
  /** A session was created: here, in another tab, or from a pairing of an earlier page. */
  session_connect: { readonly session: Session }
  /** The wallet changed its grants. */
  session_update: { readonly topic: string; readonly session: Session }
  session_extend: { readonly topic: string; readonly session: Session }
  /** The session was ended by this side (`self`, in this or another tab) or by the peer. */
  session_delete: { readonly topic: string; readonly reason: PeerError; readonly by: 'self' | 'peer' }
  session_expire: { readonly topic: string }
  /** The state of the connection to the relay changed. */
  relay: RelayState
  /**
   * This device's clock is off by this many milliseconds (positive: it is behind). Wallets may refuse earlier links.
   */
  clock_skew: { readonly skew: number }
  /** The storage failed; data that it could not store lives only as long as the page. */
  storage_trouble: { readonly error: unknown }
}

/** Events of an app. */
export type AppEvents = SignEvents & {
  /** The wallet emitted an event. `chainChanged` has a CAIP-2 id as data, `accountsChanged` a list of CAIP-10 ids. */
  session_event: {
    readonly topic: string
    readonly chainId: string
    readonly event: { readonly name: string; readonly data: unknown }
  }
  /** A wallet answered a request that was made before the page was reloaded. */
  late_answer: {
    readonly topic: string
    readonly id: number
    readonly chainId: string
    readonly method: string
    /** When the request expires, by this device's clock (epoch milliseconds). */
    readonly expiresAt: number
    readonly outcome: PeerOutcome
  }
}

/** Why a prompt may be closed. */
export type CloseReason = 'answered' | 'expired' | 'withdrawn'

/** Events of a wallet. */
export type WalletEvents = SignEvents & {
  session_proposal: Proposal
  session_authenticate: AuthenticationRequest
  session_request: SessionRequest
  /** A proposal or sign-in has ended: answered (perhaps in another tab), expired, or withdrawn by the app. */
  proposal_close: { readonly id: number; readonly reason: CloseReason }
  session_request_close: { readonly id: number; readonly topic: string; readonly reason: CloseReason }
}

export type AllEvents = AppEvents & WalletEvents

/** The events that tabs share; the others are local to one client. */
export type SharedEventName = Exclude<keyof AllEvents, 'relay' | 'clock_skew' | 'storage_trouble'>

/** A signed message, in the form that a verifier needs. */
export type Auth = {
  readonly cacao: Cacao
  /** The signed text, rebuilt from `cacao`. */
  readonly message: string
  readonly address: string
  /** CAIP-2 */
  readonly chainId: string
  readonly signature: string
  /** `eip191`, `eip1271` or `eip6492`, as the wallet states. */
  readonly type: string
}

/** The outcome of a pairing. */
export type PairingOutcome = {
  /** The session, if the wallet granted one. */
  readonly session?: Session | undefined
  /** Signed messages, if the wallet signed in. */
  readonly auths?: readonly Auth[] | undefined
}
