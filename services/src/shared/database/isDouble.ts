/** Returns whether PostgreSQL or SQLite refused a row because what a unique index holds is another row's. */
export function isDouble(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return error.code === '23505' || error.code === 'SQLITE_CONSTRAINT_UNIQUE'
}
