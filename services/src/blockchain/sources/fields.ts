import { cleanText } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError } from '../../outbound/post.js'
import type { Hex } from '../history/Entry.js'
import type { Facts } from '../history/Known.js'

/** Fields of indexers' answers. Foreign data is hostile: a row with a field of another form is dropped. */

const hex = (pattern: RegExp) =>
  v.pipe(
    v.string(),
    v.regex(pattern),
    v.transform((value) => value.toLowerCase() as Hex),
  )
export const addressField = hex(/^0x[0-9a-f]{40}$/i)
export const hashField = hex(/^0x[0-9a-f]{64}$/i)
export const bytesField = hex(/^0x([0-9a-f]{2})*$/i)

/** An amount of at most 32 bytes, written in hex, as a decimal text. */
export const hexUnits = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((value) => String(BigInt(value))),
)
/** The same, written in decimal. */
export const decimalUnits = v.pipe(
  v.string(),
  v.check((value) => /^\d{1,78}$/.test(value) && BigInt(value) < 2n ** 256n),
)
export const countField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
export const hexCount = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,13}$/i),
  v.transform((value) => Number(value)),
)
/** A date such as `2024-05-01T12:00:00Z`, as epoch milliseconds. */
export const dateField = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(/^\d{4}-\d\d-\d\dT/),
  v.transform((value) => Date.parse(value)),
  v.integer(),
)
/** A field that may be missing, or hold something else. */
export const perhaps = <schema extends v.GenericSchema>(schema: schema) =>
  v.optional(v.fallback(v.union([schema, v.undefined()]), undefined))
const absent = v.pipe(
  v.null(),
  v.transform(() => undefined),
)
/** A field that may be missing or `null`. Anything else of another form makes its row unreadable. */
export const ifTold = <schema extends v.GenericSchema>(schema: schema) =>
  v.optional(v.union([absent, schema]))

/** Before the first block of any chain, in epoch milliseconds: 3 January 2009. */
const earliest = Date.UTC(2009, 0, 3)
/** How far a block's time may be ahead of our clock, in milliseconds. */
const ahead = 900_000

/** Whether a block may have been made at that time. */
export function isPossibleTime(minedAt: number, now: number): boolean {
  return minedAt >= earliest && minedAt <= now + ahead
}

/** Cleans a token's details; `decimals` is `null` for missing or implausible ones: such amounts are never shown. */
export function toFacts(name: unknown, symbol: unknown, decimals: number | undefined): Facts {
  const textOf = (text: unknown, length: number) => cleanText(typeof text === 'string' ? text : '', length)
  const isPlausible = decimals !== undefined && Number.isInteger(decimals) && decimals >= 0 && decimals <= 36
  return {
    name: textOf(name, 64),
    symbol: textOf(symbol, 16),
    decimals: isPlausible ? decimals : null,
  }
}

/** Reads the rows that match; the others are dropped. */
export function readRows<schema extends v.GenericSchema>(
  rows: readonly unknown[],
  schema: schema,
): readonly v.InferOutput<schema>[] {
  return rows.flatMap((row) => {
    const result = v.safeParse(schema, row)
    return result.success ? [result.output] : []
  })
}

/**
 * Reads the rows of a page of transactions or transfers. A few unreadable ones are dropped.
 *
 * @throws `NodeError` if more than a tenth is unreadable: a history with so many gaps is worse than another source's
 */
export function readMost<schema extends v.GenericSchema>(
  rows: readonly unknown[],
  schema: schema,
): readonly v.InferOutput<schema>[] {
  const read = readRows(rows, schema)
  if ((rows.length - read.length) * 10 > rows.length) throw new NodeError('rows in no known form')
  return read
}
