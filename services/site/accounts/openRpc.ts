import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError, type Rpc } from './Rpc.js'

/** How long a node may take, and how long its answer may be. */
const patience = 15_000
const answerLimit = 4 * 1024 * 1024

/**
 * Returns a function that asks nodes, bundlers or paymasters by JSON-RPC over HTTP.
 *
 * @param urlOf Where the requests of a chain go; `undefined` for a chain that has none.
 *
 * @example
 * ```ts
 * const rpc = openRpc((chainId) => `/rpc?chainId=${chainId}`)
 * ```
 */
export function openRpc(
  urlOf: (chainId: CaipNetworkId) => string | undefined,
  { send = fetch, headers = {} }: openRpc.Options = {},
): Rpc {
  let id = 0
  return async (chainId, method, params) => {
    const url = urlOf(chainId)
    if (url === undefined) throw new NodeError({ code: -32601, message: `${chainId} has no node.` })
    id += 1
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: AbortSignal.timeout(patience),
    })
    const text = await response.text()
    if (text.length > answerLimit) throw new TypeError('The answer is too long.')
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null) throw new TypeError('The answer is none of JSON-RPC.')
    const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown }
    if (error !== undefined && error !== null) throw toNodeError(error)
    if (result === undefined) throw new TypeError('The answer has no result.')
    return result
  }
}

export declare namespace openRpc {
  type Options = {
    readonly send?: typeof fetch | undefined
    readonly headers?: { readonly [name: string]: string } | undefined
  }
}

function toNodeError(error: unknown): NodeError {
  const { code, message, data } = error as {
    readonly code?: unknown
    readonly message?: unknown
    readonly data?: unknown
  }
  return new NodeError({
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : '',
    data,
  })
}
