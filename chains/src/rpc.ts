import { request } from 'node:http'

/** Asks a node of a local chain for anything, its own methods included. */
export type Ask = (method: string, params?: readonly unknown[]) => Promise<unknown>

/**
 * Asks over one connection, by Node's own client: filling a chain takes hundreds of calls, each of which costs `fetch`
 * several times as much.
 *
 * @throws an `Error` with the node's words
 */
export function createAsk(rpcUrl: string): Ask {
  return async (method, params = []) => {
    const text = await post(rpcUrl, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const reply = JSON.parse(text) as { result?: unknown; error?: { message: string } }
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`)
    return reply.result
  }
}

function post(url: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asked = request(url, { method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.once('end', () => resolve(text))
      answer.once('error', reject)
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
