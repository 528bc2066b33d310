import { parseJson } from 'latchkey/protocol'
import type { RpcCall } from '../../outbound/post.js'
import { NodeError } from '../../outbound/post.js'
import { HttpError } from '../../shared/HttpError.js'
import { type Answer, batchLimit, type Id, readRequest } from '../proxy.js'
import { SubscriptionError } from './SubscriptionError.js'
import type { SubscriptionId, Subscriptions } from './subscriptions.js'

type Failure = { readonly code: number; readonly message: string; readonly data?: unknown }

type Options = {
  readonly subscriptions: Subscriptions
  /** Counts a subscription against the client's allowance of calls. Throws `RATE_LIMITED`. */
  chargeSubscription(): void
  /** Hears of each new subscription: its notifications may follow the answer. */
  onSubscribed(id: SubscriptionId): void
  /** Answers all other requests, as HTTP does. */
  proxy(body: unknown): Promise<unknown>
}

/**
 * Answers one message of a socket, a request or a list, with JSON for the client. Requests of a subscription are answered
 * here; all others pass through the same gate as by HTTP.
 */
export async function answerMessage(text: string, options: Options): Promise<unknown> {
  const body = parseJson(text)
  if (body === undefined) return errorFor(null, { code: -32700, message: 'Not JSON' })
  const list: readonly unknown[] = Array.isArray(body) ? body : [body]
  try {
    if (list.length > 0 && list.length <= batchLimit && list.some((one) => isOfSubscription(one, options))) {
      const answers = await answerApart(list, options)
      return Array.isArray(body) ? answers : answers[0]
    }
    return await options.proxy(body)
  } catch (error) {
    const failure = failureOf(error)
    if (!Array.isArray(body)) return errorFor(idOf(body), failure)
    const isReadable = list.length > 0 && list.length <= batchLimit
    return isReadable ? list.map((one) => errorFor(idOf(one), failure)) : errorFor(null, failure)
  }
}

/** Answers a message over the client's limit with one error, also a list. */
export function refuseMessage(text: string): unknown {
  // Whoever sends no JSON has no id.
  return errorFor(idOf(parseJson(text)), failureOf(new HttpError('RATE_LIMITED')))
}

/** Answers a list with requests of subscriptions in it: each of those on its own, and the others together. */
async function answerApart(list: readonly unknown[], options: Options): Promise<readonly unknown[]> {
  const others = list.filter((one) => !isOfSubscription(one, options))
  const passed = others.length === 0 ? [] : await options.proxy(others)
  const rest = Array.isArray(passed) ? [...passed] : []
  return Promise.all(
    list.map((one) => (isOfSubscription(one, options) ? answerOne(one, options) : rest.shift())),
  )
}

async function answerOne(
  request: RpcCall,
  { subscriptions, chargeSubscription, onSubscribed }: Options,
): Promise<Answer> {
  const id = idOf(request)
  try {
    if (subscriptions.isEnd(request))
      return { jsonrpc: '2.0', id, result: subscriptions.unsubscribe(request) }
    chargeSubscription()
    const result = await subscriptions.subscribe(request)
    onSubscribed(result)
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    return errorFor(id, failureOf(error))
  }
}

function isOfSubscription(value: unknown, { subscriptions }: Options): value is RpcCall {
  if (typeof value !== 'object' || value === null || !('method' in value)) return false
  return typeof value.method === 'string' && subscriptions.isOwn({ ...value, method: value.method })
}

function failureOf(error: unknown): Failure {
  if (error instanceof SubscriptionError) {
    const { code, message, data } = error
    return data === undefined ? { code, message } : { code, message, data }
  }
  if (error instanceof NodeError) return { code: -32603, message: 'The chain cannot be reached' }
  if (!(error instanceof HttpError)) throw error
  if (error.code === 'RATE_LIMITED') {
    const seconds = Number(error.headers['retry-after'] ?? 1)
    return { code: -32005, message: 'Too many requests', data: { retryAfter: seconds } }
  }
  const code = error.code === 'INVALID_BODY' ? -32600 : -32603
  return { code, message: error.details ?? error.message }
}

function errorFor(id: Id, error: Failure): Answer {
  return { jsonrpc: '2.0', id, error }
}

function idOf(value: unknown): Id {
  return readRequest(value).id
}
