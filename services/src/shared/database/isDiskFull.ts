/** Returns whether SQLite failed because there is no room on the disk, or none that it may use. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL'
}
