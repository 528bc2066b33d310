/**
 * What is kept of one topic: its key and everything that happens under it. Plain JSON, one stored value per topic, so
 * that one write takes a topic from one consistent state to the next.
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
  /** Epoch milliseconds. For a session that is being made, when to give up. */
  readonly expiresAt: number
  /** Fingerprints of the last messages handled; see `fingerprintOf`. */
  readonly seen: readonly string[]
  /** Ids of the last requests of the peer that were handled. */
  readonly handled: readonly number[]
}

/** A pairing: what an app offers, or what a wallet was offered. */
export type PairingEntry = Base & {
  readonly kind: 'pairing'
  readonly symKey: string
  /** App side. */
  readonly offer?: Offer | undefined
  /** Wallet side. */
  readonly inbox?: Inbox | undefined
}

export type Offer = {
  /** Peer id of the proposal. */
  readonly id: number
  readonly privateKey: string
  readonly publicKey: string
  readonly requiredNamespaces: ProposalNamespaces
  /** Set once a wallet answered: the session it promised. Answers after that do not count. */
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

export type Inbox = {
  /** First methods the link announced. */
  readonly methods: readonly string[]
  readonly proposal?: Proposal | undefined
  readonly authentication?: AuthenticationRequest | undefined
}

/** What an app asks a wallet for. Its metadata is a claim. */
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

/** A sign-in that an app asks a wallet for. Its metadata is a claim: show the payload's domain. */
export type AuthenticationRequest = {
  readonly id: number
  readonly pairingTopic: string
  readonly payload: AuthPayload
  readonly requester: { readonly publicKey: string; readonly metadata: Metadata }
  readonly expiresAt: number
}

/** Where the answer to a sign-in arrives: hash of the app's public key. */
export type ReplyEntry = Base & {
  readonly kind: 'reply'
  readonly pairingTopic: string
  readonly privateKey: string
}

/** A session, or one that a wallet promised and has not settled yet. */
export type SessionEntry = Base & {
  readonly kind: 'session'
  readonly symKey: string
  readonly session?: Session | undefined
  /** App side, until settled: who may settle it. */
  readonly promise?: SessionPromise | undefined
  /** App side: what was asked and is not answered. */
  readonly asked: readonly AskedRequest[]
  /** Wallet side: what the person has not answered. */
  readonly requests: readonly SessionRequest[]
  /** The times (from their ids) of the last update and of the last event of each name: older ones come too late. */
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
  /** The client (tab) whose caller waits for the answer. */
  readonly owner: string
  /** Kept here when another tab received it, until the owner takes it. */
  readonly answer?: PeerOutcome | undefined
}

/** A request of an app, as a wallet shows it. */
export type SessionRequest = {
  readonly id: number
  readonly topic: string
  readonly chainId: string
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number
}

export type Entry = PairingEntry | ReplyEntry | SessionEntry

/** Reads a stored entry; `undefined` when it is none. What this client wrote inside one is taken as it is. */
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

/** A key is 32 bytes in hex, as a topic is. */
const isKey = isTopic
