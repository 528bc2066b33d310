import * as v from 'valibot'

/**
 * A list of at most `length` items; drops each bad item and keeps the good ones.
 *
 * @param keyOf Returns an item's key; a second item with the same key is dropped too.
 */
export function listOf<item extends v.GenericSchema<unknown, unknown>>(
  item: item,
  length: number,
  keyOf?: (value: v.InferOutput<item>) => string,
) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((values) => {
      const good = values.slice(0, length).flatMap((value): v.InferOutput<item>[] => {
        const result = v.safeParse(item, value)
        return result.success ? [result.output] : []
      })
      if (keyOf === undefined) return good
      const seen = new Set<string>()
      return good.filter((value) => {
        const key = keyOf(value)
        return !seen.has(key) && seen.add(key)
      })
    }),
  )
}

/**
 * Like {@link listOf}, but refuses a list of which no item can be read: nobody may take it for an empty one.
 */
export function readableListOf<item extends v.GenericSchema<unknown, unknown>>(
  item: item,
  length: number,
  keyOf: (value: v.InferOutput<item>) => string,
) {
  return v.pipe(
    v.array(v.unknown()),
    v.check((values) => values.length === 0 || values.some((value) => v.is(item, value))),
    listOf(item, length, keyOf),
  )
}

/** Parses `'a,b'` into `['a', 'b']`. */
export const commaList = v.pipe(
  v.string(),
  v.maxLength(8192),
  v.transform((value) => value.split(',').filter((item) => item !== '')),
)

/** Parses `'12'` into 12, within bounds. */
export function wireInteger(minimum: number, maximum: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/),
    v.transform(Number),
    v.minValue(minimum),
    v.maxValue(maximum),
  )
}
