import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type AnalyticsEvent, analyticsProperties } from 'latchkey/protocol'
import Database from 'libsql'
import type { Migration } from '../shared/database/migrate.js'
import { migrateSqlite } from '../shared/database/migrateSqlite.js'
import { toStorable } from '../shared/storableText.js'

/** How often an event happened on one day (UTC, `2026-11-21`) on the pages of one domain. */
export type Count = {
  readonly day: string
  readonly domain: string
  readonly event: string
  /**
   * The event's properties in the order of the event table, for example `MetaMask · qrcode`; empty for an event without
   * properties.
   */
  readonly detail: string
  readonly count: number
}

export type Counts = {
  add(event: AnalyticsEvent, project: string, now: number): void
  /** Returns the counts of a project from `day` on, that day included. */
  since(day: string, project: string): readonly Count[]
  projects(): readonly string[]
  /** Writes pending counts to disk and deletes days before `oldest`. */
  flush(oldest: string): void
  /** Writes pending counts to disk. Throws the disk's error if that fails, and is closed then, too. */
  close(): void
}

/** Distinct lines that a project may add per day; further lines are counted without detail and domain. */
const linesPerDay = 5_000

const migrations: readonly Migration[] = [
  // `IF NOT EXISTS`: files written before the version table existed already have this table.
  async (database) => {
    await sql`CREATE TABLE IF NOT EXISTS counts (
      day TEXT NOT NULL, project TEXT NOT NULL, domain TEXT NOT NULL, event TEXT NOT NULL, detail TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (day, project, domain, event, detail)
    ) WITHOUT ROWID`.execute(database)
  },
]

/**
 * Stores counts per day: no single events, addresses, pages or times of day. Uses a file in `directory`, or memory
 * without one.
 *
 * @throws `NewerSchemaError`
 */
export async function openCounts(directory: string | undefined): Promise<Counts> {
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(directory === undefined ? ':memory:' : join(directory, 'analytics.db'))
  if (directory !== undefined) database.exec('PRAGMA journal_mode = WAL')
  try {
    await migrateSqlite(database, { store: 'analytics', migrations })
  } catch (error) {
    database.close()
    throw error
  }
  const write = database.prepare(
    `INSERT INTO counts VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  )
  const read = database.prepare(
    'SELECT day, domain, event, detail, count FROM counts WHERE project = ? AND day >= ? ORDER BY day, event, detail',
  )
  const lines = database.prepare('SELECT COUNT(*) AS count FROM counts WHERE day = ? AND project = ?')
  const names = database.prepare('SELECT DISTINCT project FROM counts ORDER BY project')
  const forget = database.prepare('DELETE FROM counts WHERE day < ?')
  const pending = new Map<string, { readonly line: readonly string[]; count: number }>()
  const filled = new Map<string, Set<string>>()

  function flush(oldest: string) {
    database.exec('BEGIN IMMEDIATE')
    try {
      for (const { line, count } of pending.values()) write.run(...line, count)
      forget.run(oldest)
      database.exec('COMMIT')
    } catch (error) {
      // A full disk makes SQLite itself roll back.
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    }
    pending.clear()
    for (const key of filled.keys()) if (key < oldest) filled.delete(key)
  }

  /** Returns whether a project may add another line today, so that clients cannot fill the disk. */
  function hasRoom(day: string, project: string, key: string): boolean {
    const dayKey = `${day} ${project}`
    const known = filled.get(dayKey) ?? new Set<string>()
    filled.set(dayKey, known)
    if (known.has(key)) return true
    const stored = Number((lines.get(day, project) as { readonly count: number }).count)
    if (Math.max(stored, known.size) >= linesPerDay) return false
    known.add(key)
    return true
  }

  return {
    add({ domain, props }, project, now) {
      const day = dayOf(now)
      const detail = (analyticsProperties[props.event] ?? [])
        .map((name) => props.properties?.[name])
        .filter((value) => value !== undefined)
        .join(' · ')
      const full = [day, project, domain.toLowerCase(), props.event, toStorable(detail)]
      const line = hasRoom(day, project, JSON.stringify(full)) ? full : [day, project, '', 'OTHER', '']
      const key = JSON.stringify(line)
      const entry = pending.get(key)
      if (entry === undefined) pending.set(key, { line, count: 1 })
      else entry.count++
    },
    since(day, project) {
      flush('')
      return read.all(project, day) as Count[]
    },
    projects() {
      flush('')
      return (names.all() as { readonly project: string }[]).map(({ project }) => project)
    },
    flush,
    close() {
      try {
        flush('')
      } finally {
        database.close()
      }
    },
  }
}

/** Returns the UTC day of a time. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
