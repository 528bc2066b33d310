import type { MailboxStore, StoredMessage } from './store/MailboxStore.js'

/** One page of waiting messages: few enough not to hold up other sockets. */
const pageLength = 100
const pageBytes = 512 * 1024

/** One socket's interest in one topic. */
export type Subscription = {
  readonly topic: string
  readonly clientId: string
  /** What clients are told; they may ignore it. */
  readonly id: string
  /** The method of the pushes: `irn_subscription`. */
  readonly method: string
  /** Delivers whatever waits, from the oldest on, then what comes. Again: everything not acknowledged once more. */
  start(): void
  /** Takes a message that has just been stored. */
  offer(message: StoredMessage): void
  /** Goes on after `onWait`. */
  resume(): void
  stop(): void
}

type Options = Pick<Subscription, 'topic' | 'clientId' | 'id' | 'method'> & {
  readonly store: MailboxStore
  /** Sends a message to the socket. */
  readonly push: (message: StoredMessage) => void
  /** Whether the socket should be spared for now. */
  readonly isCongested: () => boolean
  /** Called when messages are left in the mailbox until `resume`; with the error, if it could not be read. */
  readonly onWait: (error?: unknown) => void
}

/**
 * Delivers a topic in order: the mailbox page by page, and once it is empty, messages as they come.
 *
 * `cursor` is the position of the last message sent. While pages are being read, new messages are only noted: they are
 * in the mailbox, so the next page brings them, in their place.
 */
export function createSubscription(options: Options): Subscription {
  const { topic, clientId, id, method, store, push, isCongested, onWait } = options
  let state: 'stopped' | 'reading' | 'live' | 'waiting' = 'stopped'
  let cursor = 0
  let hasMissed = false
  // Tells a reading that was started anew, or stopped, that it is over.
  let generation = 0

  async function read(): Promise<void> {
    const own = ++generation
    state = 'reading'
    try {
      for (;;) {
        hasMissed = false
        const query = { topic, clientId, after: cursor, limit: pageLength, bytes: pageBytes }
        const page = await store.pending(query)
        if (own !== generation) return
        for (const message of page) {
          if (isCongested()) return wait()
          send(message)
        }
        if (page.length === 0 && !hasMissed) break
      }
      state = 'live'
    } catch (error) {
      if (own === generation) wait(error)
    }
  }

  function send(message: StoredMessage): void {
    cursor = message.position
    push(message)
  }

  function wait(error?: unknown): void {
    state = 'waiting'
    onWait(error)
  }

  return {
    topic,
    clientId,
    id,
    method,
    start() {
      cursor = 0
      void read()
    },
    offer(message) {
      if (state === 'reading') hasMissed = true
      if (state !== 'live' || message.publisher === clientId || message.position <= cursor) return
      if (isCongested()) wait()
      else send(message)
    },
    resume() {
      if (state === 'waiting') void read()
    },
    stop() {
      generation++
      state = 'stopped'
    },
  }
}
