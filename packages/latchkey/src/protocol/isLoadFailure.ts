/**
 * Checks whether an error says that a part of the page's code could not be loaded. There is no code for that: browsers
 * reject `import()` with a `TypeError` of their own words, and bundlers with an error of their own name.
 */
export function isLoadFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'ChunkLoadError' || (error instanceof TypeError && words.test(error.message))
}

/** Chromium's and Firefox's words, then Safari's. */
const words = /dynamically imported module|^Importing a module script failed/i
