import * as v from 'valibot'
import { fetchUpstream } from '../../outbound/fetchUpstream.js'
import { parseJsonOr } from '../../shared/parseJsonOr.js'
import type { Settings } from '../../shared/settings.js'
import { WrapperError, WrapperUnreachable } from './KeyWrapper.js'

/** Time limit of one call, in milliseconds. */
const patience = 5_000
/** Most bytes of an answer: wrapped keys are short. */
const size = 65_536

/**
 * Asks a key service one thing, and reads its answer by a schema.
 *
 * @param request.body JSON text for a POST; without it, a GET.
 * @throws {@link WrapperUnreachable} if the service does not answer, or is busy; {@link WrapperError} if it refuses.
 */
export async function askWrapper<const schema extends v.GenericSchema>(
  settings: Settings,
  request: {
    readonly url: string
    readonly headers: { readonly [name: string]: string }
    readonly body?: string | undefined
  },
  schema: schema,
): Promise<v.InferOutput<schema>> {
  const { url, headers, body } = request
  const signal = AbortSignal.timeout(patience)
  const answer = await fetchUpstream(settings, url, { headers, body, size, signal }).catch(
    (cause: unknown): never => {
      throw new WrapperUnreachable('the key service does not answer', { cause })
    },
  )
  const { status, text } = answer
  if (status === 429 || status >= 500) throw new WrapperUnreachable(`the key service answers HTTP ${status}`)
  if (status < 200 || status > 299) throw new WrapperError(`the key service refuses: HTTP ${status}`)
  const json = parseJsonOr(text, (cause) => new WrapperError('the key service answers no JSON', { cause }))
  const result = v.safeParse(schema, json)
  if (!result.success) throw new WrapperError('the key service answers in no known form')
  return result.output
}

/** Base64 with padding, as key services write bytes. */
export const base64 = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** Reads base64 as bytes. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

/** Writes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
