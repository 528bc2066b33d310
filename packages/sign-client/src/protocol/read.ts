/** Reads what a peer, a relay or a storage hands over: nothing is trusted to have the shape it should have. */

export type Fields = { readonly [name: string]: unknown }

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text of at most `limit` characters, else `undefined`. */
export function readText(value: unknown, limit: number): string | undefined {
  return typeof value === 'string' && value.length <= limit ? value : undefined
}

/** A list of at most `limit` texts that each satisfy the test, else `undefined`. Repeated texts are kept once. */
export function readTexts(
  value: unknown,
  limit: number,
  isGood: (text: string) => boolean,
): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > limit) return undefined
  if (!value.every((item) => typeof item === 'string' && isGood(item))) return undefined
  return [...new Set(value as readonly string[])]
}

/** A list whose every item can be read, else `undefined`. */
export function readList<item>(
  value: unknown,
  limit: number,
  read: (item: unknown) => item | undefined,
): readonly item[] | undefined {
  if (!Array.isArray(value) || value.length > limit) return undefined
  const items = value.map(read)
  return items.includes(undefined) ? undefined : (items as readonly item[])
}

/** A stamp in whole seconds, as the wire has it, in epoch milliseconds; `undefined` when it is none. */
export function readSeconds(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e12 ? Math.floor(seconds) * 1000 : undefined
}

/** Epoch milliseconds as the whole seconds of the wire. */
export function toSeconds(at: number): number {
  return Math.floor(at / 1000)
}

/** Parses JSON; `undefined` when it is none, or nested too deeply to be read. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A small object as a peer sent it: `undefined` unless it is a record whose JSON has at most `limit` characters. */
export function readSmallRecord(value: unknown, limit = 16_384): Fields | undefined {
  return isRecord(value) && JSON.stringify(value).length <= limit ? value : undefined
}
