import { sql } from 'kysely'
import type { Migration } from '../../shared/database/migrate.js'

/**
 * `message` has its text as the last column, so that reading the other columns of a large row touches one page.
 * `waiting` lists the messages without an acknowledgement; it is a separate table, because a flag in `message` would
 * rewrite the text. `receipt` stores acknowledgements. Triggers keep the three consistent with fewer calls than
 * separate statements.
 */
const first = [
  `CREATE TABLE IF NOT EXISTS message (
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
  ) STRICT`,
  'CREATE UNIQUE INDEX IF NOT EXISTS message_identity ON message (topic, message_id)',
  'CREATE INDEX IF NOT EXISTS message_order ON message (topic, position)',
  'CREATE INDEX IF NOT EXISTS message_expiry ON message (expires_at)',
  `CREATE TABLE IF NOT EXISTS waiting (
    topic TEXT NOT NULL,
    position INTEGER NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (topic, position)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS receipt (
    position INTEGER NOT NULL,
    client TEXT NOT NULL,
    PRIMARY KEY (position, client)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER IF NOT EXISTS message_stored AFTER INSERT ON message BEGIN
    INSERT INTO waiting (topic, position, size) VALUES (new.topic, new.position, new.size);
  END`,
  `CREATE TRIGGER IF NOT EXISTS message_acknowledged AFTER INSERT ON receipt BEGIN
    DELETE FROM waiting
    WHERE position = new.position AND topic = (SELECT topic FROM message WHERE position = new.position);
  END`,
  `CREATE TRIGGER IF NOT EXISTS message_removed AFTER DELETE ON message BEGIN
    DELETE FROM waiting WHERE topic = old.topic AND position = old.position;
    DELETE FROM receipt WHERE position = old.position;
  END`,
]

export const relayMigrations: readonly Migration[] = [
  // `IF NOT EXISTS`: files from before the version table already have these tables.
  async (database) => {
    for (const statement of first) await sql.raw(statement).execute(database)
  },
]
