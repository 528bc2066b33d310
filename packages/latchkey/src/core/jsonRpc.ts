import * as v from 'valibot'
import type { Network } from '../protocol/entities/Network.js'
import { isKitError, KitError } from '../protocol/errors.js'
import { type Clock, sleep } from './clock.js'
import { type HttpAnswer, request, requestTimeout } from './request.js'

const answerSchema = v.union([
  v.object({
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
  v.object({ error: v.optional(v.null()), result: v.unknown() }),
])

/** How long a visitor waits for all addresses together; and how soon a failure must come to be worth another try. */
const patience = 12_000
const retryWindow = 4_000

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
 * Reads from a chain by JSON-RPC: the network's addresses in turn, until one answers; once more where all of them failed
 * quickly, as a network does that has just changed. Nobody waits longer than 12 s.
 *
 * @throws `RpcError` with the node's own code; what `request` throws if no address answers; `SERVICE_REFUSED` and
 *   `SERVICE_ANSWER_INVALID` for an answer that is none.
 */
export async function jsonRpc(
  { clock, network }: { readonly clock: Clock; readonly network: Network },
  { method, params }: { readonly method: string; readonly params?: unknown },
): Promise<unknown> {
  const startedAt = clock.now()
  const body = { jsonrpc: '2.0', id: 1, method, params: params ?? [] }
  let failure: unknown
  for (let round = 0; round < 2; round++) {
    for (const url of network.rpcUrls.default.http) {
      const left = patience - (clock.now() - startedAt)
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
  throw failure
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // HTML, a truncated body: no schema reads `undefined`.
    return undefined
  }
}
