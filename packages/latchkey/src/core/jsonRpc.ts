import * as v from 'valibot'
import type { Network } from '../protocol/entities/Network.js'
import { isKitError, KitError } from '../protocol/errors.js'
import { parseJson } from '../protocol/parseJson.js'
import type { Clock } from './clock.js'
import { tellRefusedRead } from './refusedReads.js'
import { type HttpAnswer, request, requestTimeout } from './request.js'
import { sleep } from './sleep.js'

const answerSchema = v.union([
  v.object({
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
  v.object({ error: v.optional(v.null()), result: v.unknown() }),
])

/** The longest wait for all addresses together; and the time within which a failure is retried. Milliseconds. */
const patience = 12_000
const retryWindow = 4_000

/** How long the host's service may take before a node is asked, and its cooldown after a failure. Milliseconds. */
const servicePatience = 4_000
const serviceRest = 30_000
/** Services that failed or do not serve a chain, and the time when each may be asked again. */
const resting = new Map<string, number>()

/** An error of a chain's node (EIP-1474); apps read its `code` and `data`. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor({
    code,
    message,
    data,
  }: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * Reads from a chain by JSON-RPC: from the host's service if it serves the chain, else from the network's addresses in
 * turn until one answers. If all fail quickly, as after a change of the visitor's network, tries once more. No caller
 * waits longer than 12 s.
 *
 * @throws `RpcError` with the node's own code; what `request` throws if no address answers; `SERVICE_REFUSED` and
 *   `SERVICE_ANSWER_INVALID` for an answer that is not JSON-RPC.
 */
export async function jsonRpc(context: Context, request: Question): Promise<unknown> {
  const startedAt = context.clock.now()
  const ofService = await askService(context, request)
  if (ofService !== undefined) return ofService.result
  return nodeRpc(context, request, startedAt + patience)
}

/**
 * Reads from a chain as {@link jsonRpc} does, but never from the host's service: for answers that money depends on.
 *
 * @param until When to give up, in epoch milliseconds.
 */
export async function nodeRpc(
  { clock, network }: Context,
  question: Question,
  until = clock.now() + patience,
): Promise<unknown> {
  const startedAt = clock.now()
  const body = bodyOf(question)
  let failure: unknown
  for (let round = 0; round < 2; round++) {
    for (const url of network.rpcUrls.default.http) {
      const left = until - clock.now()
      if (left <= 0) break
      try {
        const timeout = Math.min(requestTimeout, left)
        const answer = await request({ url, service: network.name, clock, method: 'POST', body, timeout })
        return await read(answer, network.name)
      } catch (error) {
        if (error instanceof RpcError) throw error
        failure = error
      }
    }
    if (!isKitError(failure, 'SERVICE_UNREACHABLE') || clock.now() - startedAt > retryWindow) break
    if (round === 0) await sleep(clock, Math.random() * 250)
  }
  throw failure ?? new KitError('SERVICE_UNREACHABLE', { slots: { service: network.name } })
}

type Context = { readonly clock: Clock; readonly network: Network }
type Question = { readonly method: string; readonly params?: unknown }

const bodyOf = ({ method, params }: Question) => ({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })

/** The answer of the host's service; `undefined` if it has none, and the network's addresses must be asked. */
async function askService({ clock, network: { name, rpcUrls } }: Context, question: Question) {
  const url = rpcUrls.service?.http[0]
  const body = bodyOf(question)
  if (url === undefined || (resting.get(url) ?? 0) > clock.now()) return undefined
  try {
    // Sent as text, so that the browser needs no CORS preflight.
    const asked = { url, service: name, clock, method: 'POST', body, bodyType: 'text/plain' } as const
    return { result: await read(await request({ ...asked, timeout: servicePatience }), name) }
  } catch (error) {
    const isNodes = error instanceof RpcError
    // A node would repeat the chain's own error. Only a method that the service refuses is worth asking a node.
    if (isNodes && error.code !== -32601 && error.code !== -32603) throw error
    if (!isNodes) resting.set(url, clock.now() + serviceRest)
    if (isKitError(error, 'SERVICE_REFUSED')) tellRefusedRead(url, error)
    return undefined
  }
}

async function read({ status, body }: HttpAnswer, service: string): Promise<unknown> {
  // Some nodes send their errors with a status of 4xx or 5xx.
  const text = await body.text()
  const result = v.safeParse(answerSchema, parseJson(text))
  if (result.success && result.output.error) throw new RpcError(result.output.error)
  if (status < 200 || status > 299) {
    throw new KitError('SERVICE_REFUSED', { slots: { service, status }, details: text.slice(0, 300) })
  }
  if (!result.success || !('result' in result.output)) {
    throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service } })
  }
  return result.output.result
}
