import type { MailboxStore, StoredMessage } from './store/MailboxStore.js'

/** Most messages read at once, so that one topic does not delay other sockets. */
const pageLength = 100
const pageBytes = 512 * 1024

/** One socket's subscription to one topic. */
export type Subscription = {
  readonly topic: string
  readonly clientId: string
  /** The id sent to clients, which may ignore it. */
  readonly id: string
  /** The method of the pushes: `irn_subscription`. */
  readonly method: string
  /** Delivers waiting messages, oldest first, then new ones. A second call delivers everything unacknowledged again. */
  start(): void
  /** Takes a newly stored message. */
  offer(message: StoredMessage): void
  /** Continues after `onWait`. */
  resume(): void
  stop(): void
}

type Options = Pick<Subscription, 'topic' | 'clientId' | 'id' | 'method'> & {
  readonly store: MailboxStore
  /** Sends a message to the socket. */
  readonly push: (message: StoredMessage) => void
  /** Returns whether the socket should be sent nothing for now. */
  readonly isCongested: () => boolean
  /** Called when messages stay in the mailbox until `resume`; with the error if the mailbox could not be read. */
  readonly onWait: (error?: unknown) => void
}

/**
 * Delivers a topic in order: first the mailbox, page by page, then new messages.
 *
 * `cursor` is the position of the last message sent. Messages that arrive while pages are being read are in the
 * mailbox, so a following page delivers them in order.
 */
export function createSubscription(options: Options): Subscription {
  const { topic, clientId, id, method, store, push, isCongested, onWait } = options
  let state: 'stopped' | 'reading' | 'live' | 'waiting' = 'stopped'
  let cursor = 0
  let hasMissed = false
  // A running read compares this to detect a restart or stop.
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
