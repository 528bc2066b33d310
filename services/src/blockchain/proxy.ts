import { rpcPolicy } from 'latchkey/protocol'
import type { Claim } from '../outbound/byteRoom.js'
import type { RpcCall } from '../outbound/post.js'
import { HttpError } from '../shared/HttpError.js'
import { asksTooMuch } from './asksTooMuch.js'
import { weightOfPassed } from './budget/weightOf.js'
import type { Nodes } from './nodes.js'

/** Bytes that a body of JSON-RPC may have: a deployed contract with its constructor's data, or a full list of calls. */
export const rpcBodySize = 256 * 1024
/** Most requests in one body. */
export const batchLimit = 50
/** Most lists and objects inside one another in the parameters of a call. Many nodes read no more than 128. */
const mostNested = 64

export type Id = string | number | null
export type Answer =
  | { readonly jsonrpc: '2.0'; readonly id: Id; readonly result: unknown }
  | {
      readonly jsonrpc: '2.0'
      readonly id: Id
      readonly error: { readonly code: number; readonly message: string }
    }

/**
 * Answers a JSON-RPC body, one request or a batch, from a chain's nodes. A refused request gets an error in its place;
 * the rest of the batch is still executed.
 *
 * @throws `INVALID_BODY`, `RATE_LIMITED`; and errors of `Nodes.ask`
 */
export async function proxyRpc(
  nodes: Nodes,
  body: unknown,
  { signal, pass, claim, policy = eip155Policy }: ProxyOptions,
): Promise<unknown> {
  const requests: readonly unknown[] = Array.isArray(body) ? body : [body]
  if (requests.length === 0) throw new HttpError('INVALID_BODY', { details: 'an empty list' })
  if (requests.length > batchLimit)
    throw new HttpError('INVALID_BODY', { details: `more than ${batchLimit} requests` })

  const read = requests.map((request) => readRequest(request, policy))
  const calls = read.flatMap((request) => ('call' in request ? [request.call] : []))
  if (calls.length > 0) pass(policy.weightOf(calls))
  const replies = [...(calls.length === 0 ? [] : await nodes.ask(calls, signal, undefined, claim))]
  const answers = read.map((request): Answer => {
    const { id } = request
    if ('refusal' in request) return { jsonrpc: '2.0', id, error: request.refusal }
    const reply = replies.shift() ?? { error: { code: -32603, message: 'No answer' } }
    return { jsonrpc: '2.0', id, ...reply }
  })
  return Array.isArray(body) ? answers : answers[0]
}

export type ProxyOptions = {
  readonly signal: AbortSignal
  /** Counts the calls by their weight. Throws `RATE_LIMITED`. */
  readonly pass: (weight: number) => void
  /** Counts the answer's bytes until the client has them. */
  readonly claim: Claim
  /** By default that of eip155. */
  readonly policy?: RpcPolicy | undefined
}

/** What clients may ask the nodes of a family's chains. */
export type RpcPolicy = {
  weightOf(calls: readonly RpcCall[]): number
  /** Why a call is not passed on; `undefined` if it is. */
  refusalOf(method: string, params: unknown): Refusal | undefined
}

export type Refusal = { readonly code: number; readonly message: string }

/** The refusals that all families share. */
export const refusals = {
  method: { code: -32601, message: 'This service does not pass on this method' },
  tooDeep: { code: -32600, message: 'The parameters are nested too deeply' },
  tooMuch: { code: -32602, message: 'More than this service lets a node compute' },
} as const satisfies { readonly [name: string]: Refusal }

type Read = { readonly id: Id; readonly call: RpcCall } | { readonly id: Id; readonly refusal: Refusal }

export function readRequest(value: unknown, policy: RpcPolicy = eip155Policy): Read {
  const request: { readonly [name: string]: unknown } =
    typeof value === 'object' && value !== null ? { ...value } : {}
  const id = readId(request.id)
  const { method, params } = request
  const hasParams = params === undefined || (typeof params === 'object' && params !== null)
  if (id === undefined || typeof method !== 'string' || !hasParams) {
    return { id: id ?? null, refusal: { code: -32600, message: 'Not a JSON-RPC request' } }
  }
  if (isDeeper(params, mostNested)) return { id, refusal: refusals.tooDeep }
  const refusal = policy.refusalOf(method, params)
  if (refusal !== undefined) return { id, refusal }
  return { id, call: { method, ...(params === undefined ? {} : { params }) } }
}

/** Whether a JSON value has more lists and objects inside one another than this. */
function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1))
}

function readId(id: unknown): Id | undefined {
  if (typeof id === 'string' && id.length <= 128) return id
  return id === null || (typeof id === 'number' && Number.isFinite(id)) ? id : undefined
}

/** Methods that only apps ask a node directly, so the kit's own policy has no entry for them. */
const alsoPassed: ReadonlySet<string> = new Set([
  'eth_chainId',
  'eth_getTransactionBySenderAndNonce',
  'net_version',
])
/** HTTP carries no messages of a subscription. */
const needsSocket: ReadonlySet<string> = new Set(['eth_subscribe', 'eth_unsubscribe'])

const eip155Policy: RpcPolicy = {
  weightOf: weightOfPassed,
  refusalOf(method, params) {
    if (!isAllowed(method)) return refusals.method
    return asksTooMuch(method, params) ? refusals.tooMuch : undefined
  },
}

/** Allows methods that read the chain or submit signed data. */
function isAllowed(method: string): boolean {
  if (needsSocket.has(method)) return false
  return alsoPassed.has(method) || (method.startsWith('eth_') && rpcPolicy(method) === 'safe')
}
