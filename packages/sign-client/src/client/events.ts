import type { Cacao } from '../protocol/authMessage.js'
import type { PeerError } from '../protocol/peerErrors.js'
import type { PeerOutcome } from '../protocol/peerMessage.js'
import type { Session } from '../protocol/Session.js'
import type { RelayState } from '../relay/relay.js'
import type { AuthenticationRequest, Proposal, SessionRequest } from '../state/Entry.js'

/** What both sides hear of. Each event comes once in every tab, whichever tab the message reached first. */
export type SignEvents = {
  /** A session came to be: here, in another tab, or from a pairing of an earlier page life. */
  session_connect: { readonly session: Session }
  /** The wallet changed what it grants. */
  session_update: { readonly topic: string; readonly session: Session }
  session_extend: { readonly topic: string; readonly session: Session }
  /** It was ended by this side (`self`, in this or another tab) or by the other one. */
  session_delete: { readonly topic: string; readonly reason: PeerError; readonly by: 'self' | 'peer' }
  session_expire: { readonly topic: string }
  /** The way to the relay changed. */
  relay: RelayState
  /** The clock of this device is off, by so many milliseconds (positive: it is behind). Links made before may be refused. */
  clock_skew: { readonly skew: number }
  /** The storage failed; what it cannot keep lives until the page goes. */
  storage_trouble: { readonly error: unknown }
}

/** What an app hears of. */
export type AppEvents = SignEvents & {
  /** The wallet emitted an event. `chainChanged` has a CAIP-2 id as data, `accountsChanged` a list of CAIP-10 ids. */
  session_event: {
    readonly topic: string
    readonly chainId: string
    readonly event: { readonly name: string; readonly data: unknown }
  }
  /** A wallet answered a request whose caller is gone: it was made before the page was reloaded. */
  late_answer: {
    readonly topic: string
    readonly id: number
    readonly chainId: string
    readonly method: string
    readonly outcome: PeerOutcome
  }
}

/** Why a question to the person need not be shown any longer. */
export type CloseReason = 'answered' | 'expired' | 'withdrawn'

/** What a wallet hears of. */
export type WalletEvents = SignEvents & {
  session_proposal: Proposal
  session_authenticate: AuthenticationRequest
  session_request: SessionRequest
  /** A proposal or sign-in is over: answered (maybe in another tab), expired, or withdrawn by the app. */
  proposal_close: { readonly id: number; readonly reason: CloseReason }
  session_request_close: { readonly id: number; readonly topic: string; readonly reason: CloseReason }
}

export type AllEvents = AppEvents & WalletEvents

/** Names of the events that every tab hears of by the others; the rest are each client's own. */
export type SharedEventName = Exclude<keyof AllEvents, 'relay' | 'clock_skew' | 'storage_trouble'>

/** A signed message, as a verifier wants it. */
export type Auth = {
  readonly cacao: Cacao
  /** The text that was signed, made from the parts of `cacao`. */
  readonly message: string
  readonly address: string
  /** CAIP-2 */
  readonly chainId: string
  readonly signature: string
  /** `eip191`, `eip1271` or `eip6492`, as the wallet says. */
  readonly type: string
}

/** What a pairing led to. */
export type PairingOutcome = {
  /** The session, if the wallet granted one. */
  readonly session?: Session | undefined
  /** Signed messages, if the wallet signed in. */
  readonly auths?: readonly Auth[] | undefined
}
