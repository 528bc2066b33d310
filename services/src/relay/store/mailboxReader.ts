import type { Clock } from '../../shared/clock.js'
import type { PendingQuery, StoredMessage } from './MailboxStore.js'
import type { SqliteFile } from './sqliteFile.js'
import { sql } from './statements.js'
import { takeWithin } from './takeWithin.js'

/** Reads committed data. */
export type MailboxReader = {
  pending(query: PendingQuery): readonly StoredMessage[]
  /** Returns whether any message has expired. */
  hasExpired(): boolean
}

/** Prepares the statements that read mailboxes. */
export function createMailboxReader({ reader }: SqliteFile, clock: Clock): MailboxReader {
  const statements = {
    pending: reader.prepare(sql.pending),
    message: reader.prepare(sql.read),
    hasExpired: reader.prepare(sql.hasExpired),
  }
  return {
    pending({ topic, clientId, after, limit, bytes }) {
      const rows = statements.pending.all(topic, after, clock.steadyNow(), clientId, clientId, limit) as {
        position: number
        size: number
      }[]
      const chosen = takeWithin(rows, { limit, bytes, sizeOf: (row) => row.size })
      return chosen.map((row) => toMessage(statements.message.get(row.position)))
    },
    hasExpired: () => statements.hasExpired.get(clock.steadyNow()) !== undefined,
  }
}

function toMessage(row: unknown): StoredMessage {
  const { position, topic, messageId, message, tag, publisher, publishedAt, expiresAt, attestation } =
    row as StoredMessage & { readonly attestation: string | null }
  const rest = attestation === null ? {} : { attestation }
  return { position, topic, messageId, message, tag, publisher, publishedAt, expiresAt, ...rest }
}
