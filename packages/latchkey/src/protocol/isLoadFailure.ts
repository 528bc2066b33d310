/**
 * Checks whether an error says that a part of the page's code could not be loaded. There is no error code for that:
 * each browser rejects `import()` with a `TypeError` of another message, and bundlers with errors of other names.
 */
export function isLoadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ChunkLoadError' || (error instanceof TypeError && words.test(error.message))
}

/** Chromium's and Firefox's message, then Safari's. */
const words = /dynamically imported module|^Importing a module script failed/i
