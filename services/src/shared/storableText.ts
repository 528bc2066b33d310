/**
 * Returns whether every store returns a text unchanged. SQLite's driver cuts a text at its first NUL, PostgreSQL refuses
 * a NUL, and UTF-8 has no lone surrogates: writing one stores U+FFFD.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** Replaces what {@link isStorable} forbids by U+FFFD, so that a reader sees that something stood there. */
export function toStorable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
}
