import type { Clock } from '../../shared/clock.js'
import type { MailboxLimits, Message, Outcome, Receipt } from './MailboxStore.js'
import type { SqliteFile } from './sqliteFile.js'
import { sql } from './statements.js'

type Usage = { readonly messages: number; readonly bytes: number }

/** Changes mailboxes; call it inside a transaction. */
export type MailboxWriter = {
  /** Discards what was cached in the previous transaction. */
  begin(): void
  put(message: Message): Outcome
  acknowledge(receipt: Receipt): void
  /** Removes at most `limit` expired messages; returns how many. */
  removeExpired(limit: number): number
}

/** Prepares the statements that write mailboxes. */
export async function createMailboxWriter(
  { writer, reader }: SqliteFile,
  limits: MailboxLimits,
  clock: Clock,
): Promise<MailboxWriter> {
  const statements = {
    insert: await writer.prepare(sql.insert),
    find: await writer.prepare(sql.find),
    usage: await writer.prepare(sql.usage),
    acknowledge: await writer.prepare(sql.acknowledge),
    removeExpiredTwin: await writer.prepare(sql.removeExpiredTwin),
    removeExpired: await writer.prepare(sql.removeExpired),
  }
  let position = (reader.prepare(sql.lastPosition).get() as { position: number }).position
  /** Message counts of the topics in this transaction: read once each, then updated here. */
  let usages = new Map<string, Usage>()

  function insert(message: Message, size: number): boolean {
    const { topic, messageId, publisher, tag, publishedAt, expiresAt, attestation = null } = message
    position++
    const { changes } = statements.insert.run(
      ...[position, topic, messageId, publisher, tag, publishedAt, expiresAt, size],
      ...[attestation, message.message],
    )
    return changes > 0
  }

  function usageOf(topic: string): Usage {
    return usages.get(topic) ?? (statements.usage.get(topic) as Usage)
  }

  function isKnown(topic: string, messageId: string): boolean {
    const row = statements.find.get(topic, messageId) as { expiresAt: number } | undefined
    return row !== undefined && row.expiresAt > clock.steadyNow()
  }

  return {
    begin() {
      usages = new Map()
    },
    put(message) {
      const { topic, messageId, canonicalId } = message
      const usage = usageOf(topic)
      const size = Buffer.byteLength(message.message)
      if (canonicalId !== undefined && isKnown(topic, canonicalId)) return { status: 'replayed' }
      if (usage.messages + 1 > limits.messages || usage.bytes + size > limits.bytes) {
        return { status: isKnown(topic, messageId) ? 'duplicate' : 'full' }
      }
      if (!insert(message, size)) {
        // An expired message that has not been removed yet must not block the same message published again.
        const { changes } = statements.removeExpiredTwin.run(topic, messageId, clock.steadyNow())
        if (changes === 0) return { status: 'duplicate' }
        insert(message, size)
      }
      usages.set(topic, { messages: usage.messages + 1, bytes: usage.bytes + size })
      return { status: 'stored', position }
    },
    acknowledge({ clientId, topic, messageId }) {
      statements.acknowledge.run(clientId, topic, messageId)
    },
    removeExpired: (limit) => statements.removeExpired.run(clock.steadyNow(), limit).changes,
  }
}
