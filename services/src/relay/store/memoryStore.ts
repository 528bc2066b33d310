import type { MailboxLimits, MailboxStore, Message, Outcome, StoredMessage } from './MailboxStore.js'
import { takeWithin } from './takeWithin.js'

type Entry = StoredMessage & { readonly acknowledgedBy: Set<string> }

/** Stores mailboxes in this process's memory, for tests and trials. A restart loses everything. */
export function createMemoryStore({
  limits,
  now,
}: {
  readonly limits: MailboxLimits
  /** The steady clock. */
  readonly now: () => number
}): MailboxStore {
  const topics = new Map<string, Entry[]>()
  let position = 0

  function live(topic: string): Entry[] {
    return (topics.get(topic) ?? []).filter((entry) => entry.expiresAt > now())
  }

  function put({ canonicalId, ...message }: Message): Outcome {
    const entries = live(message.topic)
    if (entries.some((entry) => entry.messageId === message.messageId)) return { status: 'duplicate' }
    if (entries.some((entry) => entry.messageId === canonicalId)) return { status: 'replayed' }
    const waiting = entries.filter((entry) => entry.acknowledgedBy.size === 0)
    const bytes = waiting.reduce((sum, entry) => sum + entry.message.length, message.message.length)
    if (waiting.length >= limits.messages || bytes > limits.bytes) return { status: 'full' }
    position++
    topics.set(message.topic, [...entries, { ...message, position, acknowledgedBy: new Set() }])
    return { status: 'stored', position }
  }

  return {
    publish: async (messages) => messages.map(put),
    async pending({ topic, clientId, after, limit, bytes }) {
      const entries = live(topic).filter(
        (entry) =>
          entry.position > after && entry.publisher !== clientId && !entry.acknowledgedBy.has(clientId),
      )
      return takeWithin(entries, { limit, bytes, sizeOf: (entry) => entry.message.length }).map(
        ({ acknowledgedBy, ...message }) => message,
      )
    },
    acknowledge(receipts) {
      for (const { clientId, topic, messageId } of receipts) {
        topics
          .get(topic)
          ?.find((entry) => entry.messageId === messageId)
          ?.acknowledgedBy.add(clientId)
      }
    },
    async removeExpired() {
      let removed = 0
      for (const [topic, entries] of topics) {
        const rest = live(topic)
        removed += entries.length - rest.length
        if (rest.length === 0) topics.delete(topic)
        else topics.set(topic, rest)
      }
      return removed
    },
    close: async () => topics.clear(),
  }
}
