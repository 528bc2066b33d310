/** Asks a node of a local chain for anything, its own methods included. */
export type Ask = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** @throws an `Error` with the node's words */
export function createAsk(rpcUrl: string): Ask {
  return async (method, params = []) => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const reply = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result
  }
}
