import * as v from 'valibot'
import type { Network } from '../protocol/entities/Network.js'
import { isKitError, KitError } from '../protocol/errors.js'
import type { Clock } from './clock.js'
import { parseJson } from './json.js'
import { type HttpAnswer, request, requestTimeout } from './request.js'
import { sleep } from './sleep.js'

const answerSchema = v.union([
  v.object({
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
  v.object({ error: v.optional(v.null()), result: v.unknown() }),
])

/** How long a visitor waits for all addresses together; and how soon a failure must come to be worth another try. */
const patience = 12_000
const retryWindow = 4_000

/** How long the host's service may take before a node is asked, and for how long it is left alone once it failed. */
const servicePatience = 4_000
const serviceRest = 30_000
/** Services that failed or do not serve a chain, and until when they are not asked again. */
const resting = new Map<string, number>()

/** An error that a chain's node answered with, as EIP-1474 has them: apps read `code` and `data` of it. */
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
 * Reads from a chain by JSON-RPC: from the host's service, if it serves the chain, else the network's addresses in turn,
 * until one answers; once more where all of them failed quickly, as a network does that has just changed. Nobody waits
 * longer than 12 s.
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
 * Reads from a chain as {@link jsonRpc} does, and never from the host's service: for what money depends on.
 *
 * @param until Until when it is tried, in epoch milliseconds.
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

/** What the host's service says; `undefined` where it has no answer of its own. Then the network's addresses have. */
async function askService({ clock, network: { name, rpcUrls } }: Context, question: Question) {
  const url = rpcUrls.service?.http[0]
  const body = bodyOf(question)
  if (url === undefined || (resting.get(url) ?? 0) > clock.now()) return undefined
  try {
    // Text, so that a browser need not ask for leave first.
    const asked = { url, service: name, clock, method: 'POST', body, bodyType: 'text/plain' } as const
    return { result: await read(await request({ ...asked, timeout: servicePatience }), name) }
  } catch (error) {
    const isNodes = error instanceof RpcError
    // Of what a chain says of a call, a node says the same; a method that the service keeps back is a node's to answer.
    if (isNodes && error.code !== -32601 && error.code !== -32603) throw error
    if (!isNodes) resting.set(url, clock.now() + serviceRest)
    return undefined
  }
}

async function read({ status, body }: HttpAnswer, service: string): Promise<unknown> {
  // Some nodes send their errors with a status of 4xx or 5xx.
  const result = v.safeParse(answerSchema, parseJson(await body.text()))
  if (result.success && result.output.error) throw new RpcError(result.output.error)
  if (status < 200 || status > 299) throw new KitError('SERVICE_REFUSED', { slots: { service, status } })
  if (!result.success || !('result' in result.output)) {
    throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service } })
  }
  return result.output.result
}
