import type { Clock } from '../clock.js'
import type { Deferred } from '../deferred.js'
import type { Emitter } from '../emitter.js'
import type { Metadata } from '../protocol/metadata.js'
import type { Delivery } from '../protocol/methods.js'
import type { PeerAnswer, PeerOutcome, PeerRequest } from '../protocol/peerMessage.js'
import type { Session } from '../protocol/Session.js'
import type { Relay } from '../relay/relayState.js'
import type { Entry } from '../state/Entry.js'
import type { Entries, Transaction } from '../state/entries.js'
import type { Tabs } from '../state/tabs.js'
import type { AllEvents, PairingOutcome } from './events.js'
import type { Fact } from './Fact.js'

/** The state and services that all functions of one client share. */
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
  /** Pairings that callers in this tab wait for, by topic. */
  readonly pairings: Map<string, Deferred<PairingOutcome>>
  /** Requests that callers in this tab wait for, by id. */
  readonly answers: Map<number, { readonly topic: string; readonly deferred: Deferred<PeerOutcome> }>
  /**
   * The sessions that this tab's listeners have been told about. They may lag behind the entries if another tab changed
   * a session while this one slept.
   */
  readonly told: Map<string, Session>
  /** Reads the storage, once. */
  start(): Promise<void>
  isClosed(): boolean
  /** Returns a new id for a request to the peer. */
  nextId(): number
  /**
   * Returns how far this device's clock is behind the relay's, in milliseconds. Stored times use this device's clock;
   * sent times are corrected, because the peer compares them with its own.
   */
  skew(): number
}

/** The differences between an app and a wallet: the methods they answer, and how they handle answers. */
export type Role = {
  readonly name: 'app' | 'wallet'
  readonly handlers: { readonly [method: string]: Handler }
  /** Handles an answer that no caller in any tab waits for by id alone. */
  readonly onAnswer: (incoming: Incoming<PeerAnswer>) => Promise<readonly Fact[]>
  /** Called for expired entries before they are removed. */
  readonly onExpire: (core: Core, transaction: Transaction, entry: Entry) => Promise<readonly Fact[]>
}

/** A decrypted message of the peer, and the entry of its topic. */
export type Incoming<message = PeerRequest> = {
  readonly core: Core
  readonly transaction: Transaction
  readonly entry: Entry
  readonly message: message
  /** The key that sealed the message, if the envelope names one. */
  readonly senderPublicKey?: string | undefined
}

export type Handling = {
  readonly reply?: PeerOutcome | undefined
  /** How to send the reply, unless as the method prescribes. */
  readonly delivery?: Delivery | undefined
  readonly facts?: readonly Fact[] | undefined
}

export type Handler = (incoming: Incoming) => Promise<Handling>
