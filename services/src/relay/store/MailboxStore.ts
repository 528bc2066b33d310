/** A message as its publisher sent it. */
export type Message = {
  readonly topic: string
  /** sha-256 of the message text, hex; identifies the message in receipts and duplicate checks. */
  readonly messageId: string
  /** The id of the canonical encoding if this text is another encoding of it: see `canonicalText`. */
  readonly canonicalId?: string | undefined
  /** The encrypted envelope, which the relay cannot read. */
  readonly message: string
  readonly tag: number
  /** The client id (did:key) of the publisher, which never receives the message. */
  readonly publisher: string
  /** Epoch milliseconds by the calendar clock, as subscribers receive it. */
  readonly publishedAt: number
  /** Epoch milliseconds by the steady clock, which the store uses for expiry. */
  readonly expiresAt: number
  /** Forwarded unchanged, even when empty: a wallet then asks no verify server. */
  readonly attestation?: string | undefined
}

/** A stored message. Positions increase with every message, across all topics. */
export type StoredMessage = Omit<Message, 'canonicalId'> & { readonly position: number }

/** The result for one message: stored, a duplicate, a replay in another encoding, or refused by a full mailbox. */
export type Outcome =
  | { readonly status: 'stored'; readonly position: number }
  | { readonly status: 'duplicate' }
  | { readonly status: 'replayed' }
  | { readonly status: 'full' }

/** A client's acknowledgement of a message. */
export type Receipt = { readonly clientId: string; readonly topic: string; readonly messageId: string }

export type PendingQuery = {
  readonly topic: string
  readonly clientId: string
  /** Only messages after this position; 0 for all. */
  readonly after: number
  /** Most messages, and most bytes of them; the first message is returned even if it is larger. */
  readonly limit: number
  readonly bytes: number
}

/**
 * The mailboxes: every unexpired message of every topic, and its acknowledgements.
 *
 * Calls take effect in the order they are made. A message counts as waiting, and towards {@link MailboxLimits}, until
 * one client acknowledges it. Acknowledged messages stay for later subscribers until they expire.
 */
export type MailboxStore = {
  /**
   * Stores messages in their mailboxes, in order. Resolves once they would survive a crash of process or machine.
   * Rejects if none is certain to be stored, for example because the disk is full or failing.
   */
  publish(messages: readonly Message[]): Promise<readonly Outcome[]>
  /** Returns a topic's unexpired messages that the client neither published nor acknowledged, oldest first. */
  pending(query: PendingQuery): Promise<readonly StoredMessage[]>
  /** Stores receipts, not durably at once: a receipt lost in a crash only repeats one delivery. */
  acknowledge(receipts: readonly Receipt[]): void
  /** Removes expired messages and returns how many. Call it every second. */
  removeExpired(): Promise<number>
  /** Writes pending data and closes the files. */
  close(): Promise<void>
}

/** Limits for unacknowledged messages on one topic. */
export type MailboxLimits = { readonly messages: number; readonly bytes: number }
