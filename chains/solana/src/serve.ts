import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Chain } from './chain.js'
import { methodsOf } from './methods.js'
import { RpcFailure } from './RpcFailure.js'
import { subscriptionsOf } from './subscriptions.js'

type Question = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }

/** Serves a ledger's JSON-RPC over HTTP and WebSocket on one port of this machine. */
export async function serve(chain: Chain, port = 0, genesisHash?: string) {
  const methods = methodsOf(chain, genesisHash)

  function answer({ id, method, params = [] }: Question) {
    try {
      const run = methods[method]
      if (run === undefined) throw new RpcFailure(-32601, 'Method not found')
      return { jsonrpc: '2.0', id, result: run(params) }
    } catch (error) {
      const { code, message, data } =
        error instanceof RpcFailure
          ? error
          : new RpcFailure(-32602, `Invalid params: ${(error as Error).message}`)
      return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
    }
  }

  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (request.method !== 'POST') return void response.end()
    try {
      const asked = JSON.parse(await textOf(request)) as Question | readonly Question[]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked as Question)))
    } catch {
      response.statusCode = 400
      response.end()
    }
  })

  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    const subscriptions = subscriptionsOf(chain, socket)
    socket.on('close', subscriptions.end)
    socket.on('message', (bytes) => {
      const question = JSON.parse(String(bytes)) as Question
      if (!subscriptions.answer(question)) socket.send(JSON.stringify(answer(question)))
    })
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: used } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${used}`,
    webSocketUrl: `ws://127.0.0.1:${used}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}
