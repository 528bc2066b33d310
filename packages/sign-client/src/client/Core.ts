import type { Clock } from '../clock.js'
import type { Deferred } from '../deferred.js'
import type { Emitter } from '../emitter.js'
import type { Metadata } from '../protocol/metadata.js'
import type { Delivery } from '../protocol/methods.js'
import type { PeerAnswer, PeerOutcome, PeerRequest } from '../protocol/peerMessage.js'
import type { Session } from '../protocol/Session.js'
import type { Relay } from '../relay/relay.js'
import type { Entry } from '../state/Entry.js'
import type { Entries, Transaction } from '../state/entries.js'
import type { Tabs } from '../state/tabs.js'
import type { AllEvents, PairingOutcome } from './events.js'
import type { Fact } from './facts.js'

/** What every function of the client works on. One per client; there is no state beside it. */
export type Core = {
  readonly role: Role
  readonly relayUrl: string
  readonly isRelayAnnounced: boolean
  readonly metadata: Metadata
  /** The longest envelope that is sent, in characters. */
  readonly messageLimit: number
  readonly clock: Clock
  readonly tabs: Tabs
  readonly entries: Entries
  readonly relay: Relay
  readonly events: Emitter<AllEvents>
  /** Pairings whose callers wait here, by topic. */
  readonly pairings: Map<string, Deferred<PairingOutcome>>
  /** Requests whose callers wait here, by id. */
  readonly answers: Map<number, { readonly topic: string; readonly deferred: Deferred<PeerOutcome> }>
  /**
   * The sessions as this tab's listeners know them. Behind the entries where another tab changed one and this tab slept
   * when it was told.
   */
  readonly told: Map<string, Session>
  /** Reads the storage, once. */
  start(): Promise<void>
  isClosed(): boolean
  /** A new id for a request to the peer. */
  nextId(): number
  /**
   * How far this device's clock is behind the relay's, in milliseconds. Times are kept by this device's clock; those
   * that travel are corrected, because the other side compares them with its own.
   */
  skew(): number
}

/** What tells an app from a wallet: the methods it answers, and what it does with answers. */
export type Role = {
  readonly name: 'app' | 'wallet'
  readonly handlers: { readonly [method: string]: Handler }
  /** An answer that no caller of this side is known to wait for by id alone. */
  readonly onAnswer: (incoming: Incoming<PeerAnswer>) => Promise<readonly Fact[]>
  /** Called for entries that expired, before they are removed. */
  readonly onExpire: (core: Core, transaction: Transaction, entry: Entry) => Promise<readonly Fact[]>
}

/** A message of the peer, opened; the entry is the one it came under. */
export type Incoming<message = PeerRequest> = {
  readonly core: Core
  readonly transaction: Transaction
  readonly entry: Entry
  readonly message: message
  /** Whose key sealed it, where the envelope says. */
  readonly senderPublicKey?: string | undefined
}

export type Handling = {
  readonly reply?: PeerOutcome | undefined
  /** How to send the reply, where not as the method has it. */
  readonly delivery?: Delivery | undefined
  readonly facts?: readonly Fact[] | undefined
}

export type Handler = (incoming: Incoming) => Promise<Handling>
