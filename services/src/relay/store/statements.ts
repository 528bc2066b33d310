/** The SQL statements of the mailboxes; `relayMigrations` creates their tables. */
export const sql = {
  insert: `
    INSERT INTO message
      (position, topic, message_id, publisher, tag, published_at, expires_at, size, attestation, message)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (topic, message_id) DO NOTHING`,
  find: 'SELECT expires_at AS expiresAt FROM message WHERE topic = ? AND message_id = ?',
  usage: 'SELECT count(*) AS messages, coalesce(sum(size), 0) AS bytes FROM waiting WHERE topic = ?',
  acknowledge: `
    INSERT INTO receipt (position, client)
    SELECT position, ? FROM message WHERE topic = ? AND message_id = ?
    ON CONFLICT DO NOTHING`,
  removeExpiredTwin: 'DELETE FROM message WHERE topic = ? AND message_id = ? AND expires_at <= ?',
  removeExpired: `
    DELETE FROM message
    WHERE position IN (SELECT position FROM message WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  removeAcknowledged: `
    DELETE FROM message
    WHERE position IN (SELECT DISTINCT position FROM receipt ORDER BY position LIMIT ?)`,
  hasExpired: 'SELECT 1 FROM message WHERE expires_at <= ? LIMIT 1',
  lastPosition: 'SELECT coalesce(max(position), 0) AS position FROM message',
  pending: `
    SELECT position, size FROM message
    WHERE topic = ? AND position > ? AND expires_at > ? AND publisher <> ?
      AND NOT EXISTS (SELECT 1 FROM receipt WHERE receipt.position = message.position AND client = ?)
    ORDER BY position LIMIT ?`,
  read: `
    SELECT position, topic, message_id AS messageId, publisher, tag, published_at AS publishedAt,
      expires_at AS expiresAt, attestation, message
    FROM message WHERE position = ?`,
} as const
