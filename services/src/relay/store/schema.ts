/** The version of the tables below, kept in the file: a newer file is not opened by older code. */
export const schemaVersion = 1

/**
 * `message` keeps its text last, so that reading the other columns of a large one touches a single page. `waiting` has
 * the messages nobody has acknowledged yet: a table of its own, because a mark in `message` would rewrite the text with
 * it. `receipt` says who has acknowledged what.
 */
export const schema = `
  CREATE TABLE IF NOT EXISTS message (
    position INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    message_id TEXT NOT NULL,
    publisher TEXT NOT NULL,
    tag INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    attestation TEXT,
    message TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS message_identity ON message (topic, message_id);
  CREATE INDEX IF NOT EXISTS message_order ON message (topic, position);
  CREATE INDEX IF NOT EXISTS message_expiry ON message (expires_at);

  CREATE TABLE IF NOT EXISTS waiting (
    topic TEXT NOT NULL,
    position INTEGER NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (topic, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS receipt (
    position INTEGER NOT NULL,
    client TEXT NOT NULL,
    PRIMARY KEY (position, client)
  ) STRICT, WITHOUT ROWID;
`

export const sql = {
  insert: `
    INSERT INTO message
      (position, topic, message_id, publisher, tag, published_at, expires_at, size, attestation, message)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  find: 'SELECT position, expires_at AS expiresAt FROM message WHERE topic = ? AND message_id = ?',
  insertWaiting: 'INSERT INTO waiting (topic, position, size) VALUES (?, ?, ?)',
  deleteWaiting: 'DELETE FROM waiting WHERE topic = ? AND position = ?',
  usage: 'SELECT count(*) AS messages, coalesce(sum(size), 0) AS bytes FROM waiting WHERE topic = ?',
  insertReceipt: 'INSERT INTO receipt (position, client) VALUES (?, ?) ON CONFLICT DO NOTHING',
  expired: 'SELECT position, topic FROM message WHERE expires_at <= ? ORDER BY expires_at LIMIT ?',
  acknowledged: `
    SELECT position, topic FROM message
    WHERE position IN (SELECT DISTINCT position FROM receipt ORDER BY position LIMIT ?)`,
  deleteMessage: 'DELETE FROM message WHERE position = ?',
  deleteReceipts: 'DELETE FROM receipt WHERE position = ?',
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
