import * as v from 'valibot'
import { isKitError, KitError } from '../protocol/errors.js'
import type { Answer, Endpoint, PathParameters, Query } from '../protocol/http/endpoint.js'
import { parseJson } from '../protocol/parseJson.js'
import { version } from '../protocol/version.js'
import type { Clock } from './clock.js'
import type { FixedConfig } from './options.js'
import { refusals } from './refusals.js'
import { type HttpAnswer, request } from './request.js'
import { sleep } from './sleep.js'
import type { Slots } from './slots.js'

type Context = { readonly config: FixedConfig; readonly clock: Clock; readonly slots?: Slots | undefined }

type Options<endpoint extends Endpoint> = {
  readonly params?: PathParameters<endpoint['path']> | undefined
  readonly query?: Query<endpoint> | undefined
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** How often a read is retried, if it failed within the window (ms): no caller waits longer than 15 s. */
const retries = 2
const retryWindow = 4_000

/**
 * Calls one endpoint of a service and reads its answer by the endpoint's schema.
 *
 * - Adds `projectId`, `st` and `sv` to every query (spec §7) and leaves out empty values.
 * - Retries reads twice after a quick failure or a 5xx; never after a time-out, and never a write.
 *
 * @throws `SERVICE_NOT_CONFIGURED`, `SERVICE_UNREACHABLE`, `SERVICE_TIMED_OUT`, `SERVICE_ANSWER_INVALID`,
 *   `SERVICE_REFUSED`, `RATE_LIMITED`, `REQUEST_ABORTED`
 */
export async function callEndpoint<endpoint extends Endpoint>(
  { config, clock, slots }: Context,
  endpoint: endpoint,
  options: Options<endpoint> = {},
): Promise<Answer<endpoint>> {
  const url = urlOf(config, endpoint, options)
  const { service, method } = endpoint
  const startedAt = clock.now()
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await request({
        url,
        service,
        clock,
        method,
        body: options.body,
        signal: options.signal,
      })
      return await read(endpoint, answer)
    } catch (error) {
      if (isKitError(error, 'SERVICE_REFUSED')) slots?.get(refusals)?.(error)
      const isQuick = clock.now() - startedAt < retryWindow
      if (method !== 'GET' || attempt === retries || !isQuick || !isWorthRetrying(error)) throw error
      // Waits a random part of a growing delay, so that many pages do not retry at once.
      await sleep(clock, Math.random() * 250 * 2 ** attempt, options.signal)
    }
  }
}

function urlOf<endpoint extends Endpoint>(
  config: FixedConfig,
  endpoint: endpoint,
  { params, query }: Options<endpoint>,
): string {
  const base = endpoint.service === 'relay' ? undefined : config.services[endpoint.service]
  if (base === undefined)
    throw new KitError('SERVICE_NOT_CONFIGURED', { slots: { service: endpoint.service } })
  const values: { readonly [name: string]: unknown } =
    (params as undefined | { [name: string]: string }) ?? {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...common(config), ...query })) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '') search.set(name, text)
  }
  return `${base.replace(/\/+$/, '')}${path}?${search}`
}

function common({ projectId }: FixedConfig) {
  return { projectId, st: 'latchkey', sv: `html-latchkey-${version}` }
}

async function read<endpoint extends Endpoint>(
  endpoint: endpoint,
  answer: HttpAnswer,
): Promise<Answer<endpoint>> {
  const slots = { service: endpoint.service }
  if (answer.status === 429) {
    throw new KitError('RATE_LIMITED', { slots: { seconds: secondsOf(answer.retryAfter) } })
  }
  if (answer.status < 200 || answer.status > 299) {
    const details = (await answer.body.text()).slice(0, 300)
    throw new KitError('SERVICE_REFUSED', { slots: { ...slots, status: answer.status }, details })
  }
  if (endpoint.answer === 'image') {
    if (!answer.type.startsWith('image/')) {
      throw new KitError('SERVICE_ANSWER_INVALID', { slots, details: answer.type })
    }
    return answer.body as Answer<endpoint>
  }
  const result = v.safeParse(endpoint.answer, parseJson(await answer.body.text()))
  if (result.success) return result.output as Answer<endpoint>
  throw new KitError('SERVICE_ANSWER_INVALID', { slots, details: v.summarize(result.issues).slice(0, 300) })
}

function secondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  return retryAfter !== null && Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 1), 3600)
    : 30
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof KitError)) return false
  if (error.code === 'SERVICE_UNREACHABLE') return true
  return error.code === 'SERVICE_REFUSED' && Number(error.slots.status) >= 500
}
