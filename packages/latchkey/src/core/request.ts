import { KitError } from '../protocol/errors.js'
import { readBounded } from '../protocol/readBounded.js'
import type { Clock } from './clock.js'

/** The time limit of one HTTP exchange in milliseconds, and the size limit of its answer in bytes. */
export const requestTimeout = 8_000
const sizeLimit = 2 * 1024 * 1024

/** A service's answer, read completely within the size limit. */
export type HttpAnswer = {
  readonly status: number
  readonly type: string
  readonly body: Blob
  readonly retryAfter: string | null
  /** The service's time, if it lets pages read the header. */
  readonly date: string | null
}

type Parameters = {
  readonly url: string
  /** The service's name in texts for visitors. */
  readonly service: string
  readonly clock: Clock
  readonly method?: 'GET' | 'POST' | undefined
  readonly body?: unknown
  /** Sent as the body's type; `text/plain` spares an RPC call its CORS preflight. */
  readonly bodyType?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
}

/**
 * One HTTP exchange, bounded in time and size.
 *
 * @throws `REQUEST_ABORTED` when the caller's signal aborts.
 * @throws `SERVICE_TIMED_OUT`, `SERVICE_UNREACHABLE` (offline, refused, CORS), `SERVICE_ANSWER_INVALID` (too large).
 */
export async function request(parameters: Parameters): Promise<HttpAnswer> {
  const { url, service, clock, method = 'GET', body, signal, timeout = requestTimeout } = parameters
  const controller = new AbortController()
  const cancelTimeout = clock.setTimeout(() => {
    controller.abort(new KitError('SERVICE_TIMED_OUT', { slots: { service } }))
  }, timeout)
  const onAbort = () => controller.abort(new KitError('REQUEST_ABORTED', { cause: signal?.reason }))
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })

  try {
    const response = await fetch(url, {
      method,
      signal: controller.signal,
      referrerPolicy: 'strict-origin-when-cross-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': parameters.bodyType ?? 'application/json' }),
        ...parameters.headers,
      },
    })
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      body: await readWithin(response, sizeLimit, service),
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
    }
  } catch (error) {
    if (error instanceof KitError) throw error
    if (controller.signal.aborted) throw controller.signal.reason
    throw new KitError('SERVICE_UNREACHABLE', { slots: { service }, cause: error })
  } finally {
    cancelTimeout()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Reads an answer. @throws `SERVICE_ANSWER_INVALID` if it is larger than the limit in bytes. */
export async function readWithin(response: Response, limit: number, service: string): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  const parts = reader === undefined ? [] : await readBounded(() => reader.read(), limit)
  if (parts !== undefined) return new Blob(parts, { type })
  await reader?.cancel()
  throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service }, details: `more than ${limit} bytes` })
}
