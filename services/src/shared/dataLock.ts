import { join } from 'node:path'
import Database from 'libsql'

/** Another process uses the data directory: two writers would not see each other's mailboxes. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
}

/**
 * Locks a data directory for this process; returns a function that releases it.
 *
 * Uses SQLite's lock on a separate file, so the operating system releases it when the process dies for any reason.
 *
 * @throws {DataInUseError} if another process holds it.
 */
export function lockData(directory: string): () => void {
  const database = new Database(join(directory, 'lock.db'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw new DataInUseError(
      `Another process is using the data directory ${directory}. Stop it, or choose another directory with --data DIR.`,
      { cause: error },
    )
  }
  return () => database.close()
}
