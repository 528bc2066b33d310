import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AnalyticsEvent, analyticsProperties } from 'latchkey/protocol'
import Database from 'libsql'
import { NewerSchemaError } from '../shared/database/migrate.js'

/** How often something happened: on a day (UTC, `2026-11-21`), on the pages of a domain. */
export type Count = {
  readonly day: string
  readonly domain: string
  readonly event: string
  /** What the event said, in the order of its table: `MetaMask · qrcode`; empty where it says nothing. */
  readonly detail: string
  readonly count: number
}

export type Counts = {
  add(event: AnalyticsEvent, project: string, now: number): void
  /** The counts of a project since a day, that day included. */
  since(day: string, project: string): readonly Count[]
  projects(): readonly string[]
  /** Writes what has been counted to disk, and drops days before `oldest`. */
  flush(oldest: string): void
  close(): void
}

/** Different lines a project may fill in a day; what comes beyond is counted without its detail and domain. */
const linesPerDay = 5_000

/** The version of the table below, kept in the file; files from before it was kept have 0 and the same table. */
const schemaVersion = 1
const schema = `
  CREATE TABLE IF NOT EXISTS counts (
    day TEXT NOT NULL, project TEXT NOT NULL, domain TEXT NOT NULL, event TEXT NOT NULL, detail TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, project, domain, event, detail)
  ) WITHOUT ROWID`

/**
 * Counts by day, and nothing else: no event is kept as it came, no address, no page, no time of day. Kept in `directory`,
 * or in memory without one.
 *
 * @throws `NewerSchemaError`
 */
export function openCounts(directory: string | undefined): Counts {
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(directory === undefined ? ':memory:' : join(directory, 'analytics.db'))
  if (directory !== undefined) database.exec('PRAGMA journal_mode = WAL')
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
    readonly user_version: number
  }
  if (version > schemaVersion) {
    database.close()
    throw new NewerSchemaError(
      `The counts were written by a newer version of the services (schema ${version}, known is ${schemaVersion}). Start that version, or name another data directory.`,
    )
  }
  database.exec(`${schema}; PRAGMA user_version = ${schemaVersion}`)
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
      database.exec('ROLLBACK')
      throw error
    }
    pending.clear()
    for (const key of filled.keys()) if (key < oldest) filled.delete(key)
  }

  /** Whether a project may have one more kind of line today: what clients send must not fill the disk. */
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
      const full = [day, project, domain.toLowerCase(), props.event, detail]
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
      flush('')
      database.close()
    },
  }
}

/** The day of a time, in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
