/** Reads untrusted values from a peer, a relay or a storage. */

export type Fields = { readonly [name: string]: unknown }

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a text of at most `limit` characters, else `undefined`. */
export function readText(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value.length <= limit ? value : undefined
}

/** Reads a list of at most `limit` texts that each pass the test, without duplicates, else `undefined`. */
export function readTexts(
  value: unknown,
  limit: number,
  isGood: (text: string) => boolean,
): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > limit) return undefined
  if (!value.every((item) => typeof item === 'string' && isGood(item))) return undefined
  return [...new Set(value as readonly string[])]
}

/** Reads a list if every item is valid, else `undefined`. */
export function readList<item>(
  value: unknown,
  limit: number,
  read: (item: unknown) => item | undefined,
): readonly item[] | undefined {
  if (!Array.isArray(value) || value.length > limit) return undefined
  const items = value.map(read)
  return items.includes(undefined) ? undefined : (items as readonly item[])
}

/** Converts a time stamp in whole seconds to epoch milliseconds; `undefined` if it is invalid. */
export function readSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e12 ? Math.floor(seconds) * 1000 : undefined
}

/** Converts epoch milliseconds to whole seconds. */
export function toSeconds(at: number): number {
  return Math.floor(at / 1000)
}

/** Parses JSON; `undefined` if it is invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a record whose JSON has at most `limit` characters, else `undefined`. */
export function readSmallRecord(value: unknown, limit = 16_384): Fields | undefined {
  return isRecord(value) && JSON.stringify(value).length <= limit ? value : undefined
}
