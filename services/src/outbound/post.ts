import { parseJsonOr } from '../shared/parseJsonOr.js'
import type { Settings } from '../shared/settings.js'
import type { Claim } from './byteRoom.js'
import { type AnswerHeaders, AnswerTooLong, fetchUpstream, NoRoom, UpstreamError } from './fetchUpstream.js'
import { readRetryAfter } from './retryAfter.js'

/** A JSON-RPC call to a node. */
export type RpcCall = { readonly method: string; readonly params?: unknown }

/** A node's error. */
export type RpcError = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** A node's reply to one call: a result or an error. */
export type RpcReply = { readonly result: unknown } | { readonly error: RpcError }

/** Errors that the service made in place of replies that did not come. */
const unanswered = new WeakSet<RpcReply>()

/** Makes an error for a call that was sent, and that the node may have carried out although it did not reply. */
export function noReply(message: string): RpcReply {
  const reply: RpcReply = { error: { code: -32603, message } }
  unanswered.add(reply)
  return reply
}

/** Whether {@link noReply} made this error: it does not tell what became of the call. */
export function isNoReply(reply: RpcReply): boolean {
  return unanswered.has(reply)
}

/** A node failed; another one may work. The message contains neither its address nor its key. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  /** Whether another call would have succeeded: the failure says nothing about the node. */
  readonly isOfTheCall: boolean = false
}

/** A node's answer was longer than the caller or the node allows: another node would answer the same. */
export class ReplyTooLong extends NodeError {
  override readonly isOfTheCall = true
}

/** The client's answers hold as many bytes as it may have at once: no other node would change that. */
export class TooManyBytes extends NodeError {
  override readonly isOfTheCall = true
}

/** The call cannot be written as JSON, so no node was asked. */
export class UnsendableCall extends NodeError {
  override readonly isOfTheCall = true
}

/** Too many calls of the client wait already: a client without any would be answered. */
export class TooManyCalls extends NodeError {
  override readonly isOfTheCall = true
}

/** Whether a failure comes from the client's own share, so that it says nothing to other clients. */
export function isOfTheClient(error: unknown): error is TooManyBytes | TooManyCalls {
  return error instanceof TooManyBytes || error instanceof TooManyCalls
}

/** A server is at its limit. */
export class ServerBusy extends NodeError {
  /** How long the server wants to be left alone, in milliseconds, if it says so. */
  readonly pause: number | undefined

  constructor(message: string, pause?: number | undefined) {
    super(message)
    this.pause = pause
  }
}

/** Throws for any status but 200: {@link ServerBusy} for 429 and 503, {@link ReplyTooLong} for 413, else {@link NodeError}. */
export function expectStatus({
  status,
  headers,
}: {
  readonly status: number
  readonly headers: AnswerHeaders
}): void {
  if (status === 429 || status === 503) throw new ServerBusy(`HTTP ${status}`, readRetryAfter(headers))
  if (status === 413) throw new ReplyTooLong(`HTTP ${status}`)
  if (status !== 200) fail(`HTTP ${status}`)
}

/** Most bytes of an answer by default: enough for the logs of a busy block. */
const answerSize = 8 * 1024 * 1024
/** Error codes of a node at its limit (EIP-1474), as opposed to an invalid call. */
const limitCodes: ReadonlySet<number> = new Set([-32005, 429])
/** Some nodes use the same code for a log query that asks for too much, which says nothing about the node. */
const aboutTheQuery = /results|range|response size|logs matched|too (large|big)|query timeout/i

/**
 * Sends calls to one node in one HTTP request. The replies are in the order of the calls.
 *
 * Calls get new ids, so replies can be matched whatever ids the client chose.
 *
 * @param options.size Most bytes of the answer to all calls together.
 * @param options.isOneNodeOnly The calls must not be sent twice: where the node has carried out one of them, the
 *   others' failures are replies.
 * @param options.claim Counts the bytes of the answer.
 * @throws {@link NodeError} unless every call has a valid reply; {@link ReplyTooLong}; {@link TooManyBytes};
 *   {@link UnsendableCall}
 */
export async function post(
  settings: Settings,
  url: string,
  calls: readonly RpcCall[],
  signal: AbortSignal,
  { size = answerSize, isOneNodeOnly = false, claim, parse, readData = readHex }: PostOptions = {},
): Promise<readonly RpcReply[]> {
  const requests = calls.map(({ method, params = [] }, index) => ({
    jsonrpc: '2.0',
    id: index + 1,
    method,
    params,
  }))
  const json = requests.length === 1 ? requests[0] : requests
  const response = await fetchUpstream(settings, url, {
    json,
    size,
    claim,
    isOnce: isOneNodeOnly,
    signal,
  }).catch((error: unknown) => {
    if (error instanceof AnswerTooLong) throw new ReplyTooLong(error.message)
    if (error instanceof NoRoom) throw new TooManyBytes(error.message)
    if (!(error instanceof UpstreamError)) throw new UnsendableCall('cannot be sent')
    return fail(error.message)
  })
  expectStatus(response)
  const answer = parseJsonOr(response.text, () => new NodeError('not JSON'), parse)
  const replies = new Map(listOf(answer).map((item) => [isRecord(item) ? item.id : undefined, item]))
  const isCarriedOut =
    isOneNodeOnly && [...replies.values()].some((item) => isRecord(item) && 'result' in item)
  return requests.map(({ id }) => {
    try {
      return readReply(replies.get(id), readData)
    } catch (error) {
      if (!isCarriedOut || !(error instanceof Error)) throw error
      return noReply(error.message)
    }
  })
}

type PostOptions = {
  readonly size?: number | undefined
  readonly isOneNodeOnly?: boolean | undefined
  readonly claim?: Claim | undefined
  /** Parses an answer; by default as JSON. */
  readonly parse?: ((text: string) => unknown) | undefined
  /** Reads an error's data, of which nothing else is passed on; by default the data of a contract's revert. */
  readonly readData?: ((data: unknown) => unknown) | undefined
}

function readReply(item: unknown, readData: (data: unknown) => unknown): RpcReply {
  if (!isRecord(item)) return fail('no reply to a call')
  const { error } = item
  if (error === undefined || error === null) {
    return Object.hasOwn(item, 'result') ? { result: item.result } : fail('a reply without a result')
  }
  if (!isRecord(error) || typeof error.message !== 'string') return fail('an error of no known form')
  const code = Number.isSafeInteger(error.code) ? Number(error.code) : -32603
  if (limitCodes.has(code) && !aboutTheQuery.test(error.message)) throw new ServerBusy('at its limit')
  const data = readData(error.data)
  return { error: { code, message: error.message, ...(data === undefined ? {} : { data }) } }
}

function readHex(data: unknown): string | undefined {
  return typeof data === 'string' && /^0x[0-9a-f]*$/i.test(data) ? data : undefined
}

function listOf(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? answer : [answer]
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(reason: string): never {
  throw new NodeError(reason)
}
