/** Returns the text for a failure. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
