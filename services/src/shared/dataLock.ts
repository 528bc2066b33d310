import { join } from 'node:path'
import Database from 'libsql'

/** Says that another process works in the data directory: two writers would not see each other's mailboxes. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError'
}

/**
 * Takes a data directory for this process alone; returns its release.
 *
 * The lock is SQLite's own on a file of its own, so the operating system frees it when the process dies, however it dies.
 *
 * @throws {DataInUseError} when another process has it.
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
