import * as v from 'valibot'
import { isStorable } from '../../shared/storableText.js'
import { RelayError, type RelayErrorTag } from '../rpc/RelayError.js'

/** Most items in any batch (`relay_rpc`, `MAX_*_BATCH_SIZE`). */
const batchLimit = 500

// A check's message is the tag of the error that is returned.
const says = (tag: RelayErrorTag) => tag

const hash = /^[0-9a-f]{64}$/
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

export const topic = v.pipe(v.string(), v.regex(hash, says('InvalidTopic')))
export const messageId = v.pipe(v.string(), v.regex(hash))
/** A text that the store returns unchanged: an envelope is base64, and the relay must not deliver another text. */
const text = v.pipe(v.string(), v.check(isStorable))
export const message = v.pipe(text, v.minLength(1))
export const ttl = wholeNumber
export const tag = v.pipe(wholeNumber, v.maxValue(0xffff_ffff))
export const attestation = v.optional(v.nullable(text))

/** A list of 1 to 500 items. */
export function batch<schema extends v.GenericSchema>(item: schema) {
  return v.pipe(
    v.array(item),
    v.minLength(1, says('BatchEmpty')),
    v.maxLength(batchLimit, says('BatchLimitExceeded')),
  )
}

/**
 * Reads a request's parameters. Unknown ones are ignored, because clients send extra ones.
 *
 * @throws {RelayError} `InvalidParams`, or the tag that the schema names.
 */
export function readParams<schema extends v.GenericSchema>(
  schema: schema,
  params: unknown,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, params)
  if (result.success) return result.output
  const [issue] = result.issues
  const named = (['InvalidTopic', 'BatchEmpty', 'BatchLimitExceeded'] as const).find(
    (tag) => tag === issue.message,
  )
  throw new RelayError(named ?? 'InvalidParams', { detail: v.getDotPath(issue) ?? undefined })
}
