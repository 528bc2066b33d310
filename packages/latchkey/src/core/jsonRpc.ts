import * as v from 'valibot'
import type { Network } from '../protocol/entities/Network.js'
import { KitError } from '../protocol/errors.js'
import type { Clock } from './clock.js'
import { request } from './request.js'

const answerSchema = v.object({
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) })),
})

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
 * Reads from a chain by JSON-RPC: the network's addresses in turn, until one answers.
 *
 * @throws `RpcError` with the node's own code; what `request` throws if no address answers.
 */
export async function jsonRpc(
  { clock, network }: { readonly clock: Clock; readonly network: Network },
  { method, params }: { readonly method: string; readonly params?: unknown },
): Promise<unknown> {
  let failure: unknown
  for (const url of network.rpcUrls.default.http) {
    try {
      const body = { jsonrpc: '2.0', id: 1, method, params: params ?? [] }
      const answer = await request({ url, service: network.name, clock, method: 'POST', body })
      const result = v.safeParse(answerSchema, JSON.parse(await answer.body.text()))
      if (!result.success) throw new KitError('SERVICE_ANSWER_INVALID', { slots: { service: network.name } })
      if (result.output.error !== undefined) throw new RpcError(result.output.error)
      return result.output.result ?? null
    } catch (error) {
      if (error instanceof RpcError) throw error
      failure = error
    }
  }
  throw failure
}
