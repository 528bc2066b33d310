/** A message as its publisher handed it in. */
export type Message = {
  readonly topic: string
  /** sha-256 of the message text, hex: what receipts and duplicates are told by. */
  readonly messageId: string
  /** The id of the same bytes in their usual encoding, when this text is an unusual one: see `canonicalText`. */
  readonly canonicalId?: string | undefined
  /** The envelope: opaque to the relay. */
  readonly message: string
  readonly tag: number
  /** The client id (did:key) that it never goes back to. */
  readonly publisher: string
  /** Epoch milliseconds by the calendar clock: what subscribers are told. */
  readonly publishedAt: number
  /** Epoch milliseconds by the steady clock, which the store compares with. */
  readonly expiresAt: number
  /** Forwarded as it came, even when empty: a wallet then asks no verify server. */
  readonly attestation?: string | undefined
}

/** A message in its mailbox. Positions grow with every message, on all topics together. */
export type StoredMessage = Omit<Message, 'canonicalId'> & { readonly position: number }

/** What became of a message: kept, known on its topic, known in another encoding, or one too many for its mailbox. */
export type Outcome =
  | { readonly status: 'stored'; readonly position: number }
  | { readonly status: 'duplicate' }
  | { readonly status: 'replayed' }
  | { readonly status: 'full' }

/** A client's word that it has handled a message. */
export type Receipt = { readonly clientId: string; readonly topic: string; readonly messageId: string }

export type PendingQuery = {
  readonly topic: string
  readonly clientId: string
  /** Only messages beyond this position; 0 for all. */
  readonly after: number
  /** Most messages, and most bytes of them unless the first one alone is larger. */
  readonly limit: number
  readonly bytes: number
}

/**
 * The mailboxes: every message of every topic, until its time is over, and who has acknowledged it.
 *
 * Calls take effect in the order they are made. A message waits until some client acknowledges it; waiting messages are
 * what {@link MailboxLimits} count. Acknowledged ones stay for subscribers to come, until they expire.
 */
export type MailboxStore = {
  /**
   * Puts messages into their mailboxes, in order. Resolves once they would survive a crash of process and machine.
   * Rejects when nothing of the call is certain to be kept: out of space, a failing disk.
   */
  publish(messages: readonly Message[]): Promise<readonly Outcome[]>
  /** A topic's messages that the client neither published nor acknowledged and that live on, oldest first. */
  pending(query: PendingQuery): Promise<readonly StoredMessage[]>
  /** Notes receipts. Not durable at once: a receipt lost in a crash costs one more delivery. */
  acknowledge(receipts: readonly Receipt[]): void
  /** Removes messages whose time is over; returns how many. Call it every second. */
  removeExpired(): Promise<number>
  /** Writes what is still to be written, and lets go of the files. */
  close(): Promise<void>
}

/** How much may wait on one topic for a first acknowledgement. */
export type MailboxLimits = { readonly messages: number; readonly bytes: number }
