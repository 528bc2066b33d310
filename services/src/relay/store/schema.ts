/** The version of the tables below, kept in the file: a newer file is not opened by older code. */
export const schemaVersion = 1

/**
 * `message` keeps its text last, so that reading the other columns of a large one touches a single page. `waiting` has
 * the messages nobody has acknowledged yet: a table of its own, because a mark in `message` would rewrite the text with
 * it. `receipt` says who has acknowledged what. Triggers keep the three in step, which takes fewer calls than statements
 * from outside would.
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

  CREATE TRIGGER IF NOT EXISTS message_stored AFTER INSERT ON message BEGIN
    INSERT INTO waiting (topic, position, size) VALUES (new.topic, new.position, new.size);
  END;
  CREATE TRIGGER IF NOT EXISTS message_acknowledged AFTER INSERT ON receipt BEGIN
    DELETE FROM waiting
    WHERE position = new.position AND topic = (SELECT topic FROM message WHERE position = new.position);
  END;
  CREATE TRIGGER IF NOT EXISTS message_removed AFTER DELETE ON message BEGIN
    DELETE FROM waiting WHERE topic = old.topic AND position = old.position;
    DELETE FROM receipt WHERE position = old.position;
  END;
`

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
