/**
 * The stored state of one topic: its key and everything under it. Plain JSON in one stored value, so that one write
 * moves a topic from one consistent state to the next.
 */
import { isTopic } from '../crypto/keys.js'
import type { AuthPayload } from '../protocol/authMessage.js'
import type { Metadata } from '../protocol/metadata.js'
import type { ProposalNamespaces } from '../protocol/namespaces.js'
import type { PeerOutcome } from '../protocol/peerMessage.js'
import { isRecord } from '../protocol/read.js'
import {
  readSession,
  type ScopedProperties,
  type Session,
  type SessionProperties,
} from '../protocol/Session.js'

type Base = {
  readonly topic: string
  /** Epoch milliseconds. For an unsettled session: when to give up. */
  readonly expiresAt: number
  /** Fingerprints of recently handled messages; see `fingerprintOf`. */
  readonly seen: readonly string[]
  /** Ids of the peer's recently handled requests. */
  readonly handled: readonly number[]
}

/** A pairing: an app's offer, or the request that a wallet received. */
export type PairingEntry = Base & {
  readonly kind: 'pairing'
  readonly symKey: string
  /** App side. */
  readonly offer?: Offer | undefined
  /** App side: the app no longer waits. A wallet that approves all the same is told. */
  readonly isWithdrawn?: true | undefined
  /** Wallet side. */
  readonly inbox?: Inbox | undefined
}

export type Offer = {
  /** The peer id of the proposal. */
  readonly id: number
  readonly privateKey: string
  readonly publicKey: string
  readonly requiredNamespaces: ProposalNamespaces
  /** The promised session, set by the first wallet answer. Later answers are ignored. */
  readonly sessionTopic?: string | undefined
  readonly authentication?:
    | {
        readonly id: number
        readonly payload: AuthPayload
        readonly methods: readonly string[]
        readonly replyTopic: string
      }
    | undefined
}

type Inbox = {
  /** The first methods that the link announced. */
  readonly methods: readonly string[]
  readonly proposal?: Proposal | undefined
  readonly authentication?: AuthenticationRequest | undefined
}

/** An app's session proposal. Its metadata is unverified. */
export type Proposal = {
  readonly id: number
  readonly pairingTopic: string
  readonly proposer: { readonly publicKey: string; readonly metadata: Metadata }
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly sessionProperties?: SessionProperties | undefined
  readonly scopedProperties?: ScopedProperties | undefined
  readonly expiresAt: number
}

/** An app's sign-in request. Its metadata is unverified: show the payload's domain. */
export type AuthenticationRequest = {
  readonly id: number
  readonly pairingTopic: string
  readonly payload: AuthPayload
  readonly requester: { readonly publicKey: string; readonly metadata: Metadata }
  readonly expiresAt: number
}

/** The topic for answers to a sign-in: the hash of the app's public key. */
type ReplyEntry = Base & {
  readonly kind: 'reply'
  readonly pairingTopic: string
  readonly privateKey: string
}

/** A settled session, or a promised one that the wallet has not settled yet. */
export type SessionEntry = Base & {
  readonly kind: 'session'
  readonly symKey: string
  readonly session?: Session | undefined
  /** App side, until settled: the peer that may settle it. */
  readonly promise?: SessionPromise | undefined
  /** App side: unanswered requests. */
  readonly asked: readonly AskedRequest[]
  /** Wallet side: requests that wait for the user. */
  readonly requests: readonly SessionRequest[]
  /** The times (from their ids) of the last update and of the last event of each name; older ones are ignored. */
  readonly latest: { readonly [name: string]: number }
}

export type SessionPromise = {
  readonly pairingTopic: string
  readonly publicKey: string
  readonly peerPublicKey: string
  readonly requiredNamespaces: ProposalNamespaces
}

export type AskedRequest = {
  readonly id: number
  readonly chainId: string
  readonly method: string
  readonly expiresAt: number
  /** The client (tab) of the waiting caller. */
  readonly owner: string
  /** Stored by another tab that received the answer, until the owner takes it. */
  readonly answer?: PeerOutcome | undefined
}

/** An app's request, in the form that a wallet shows. */
export type SessionRequest = {
  readonly id: number
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number
}

export type Entry = PairingEntry | ReplyEntry | SessionEntry

/** Reads a stored entry; `undefined` if it is invalid. Fields that this client wrote are not validated again. */
export function readEntry(value: unknown): Entry | undefined {
  if (!isRecord(value)) return undefined
  const { kind, topic, symKey, privateKey, expiresAt, seen, handled } = value
  if (!isTopic(topic) || typeof expiresAt !== 'number' || !Array.isArray(seen) || !Array.isArray(handled)) {
    return undefined
  }
  const isGood =
    kind === 'reply'
      ? isKey(privateKey)
      : isKey(symKey) && (kind === 'pairing' || (kind === 'session' && isSessionEntry(value)))
  return isGood ? (value as Entry) : undefined
}

function isSessionEntry({ session, asked, requests, latest }: { readonly [name: string]: unknown }): boolean {
  if (!Array.isArray(asked) || !Array.isArray(requests) || !isRecord(latest)) return false
  return session === undefined || readSession(session) !== undefined
}

/** A key has the same format as a topic: 32 bytes in hex. */
const isKey = isTopic
