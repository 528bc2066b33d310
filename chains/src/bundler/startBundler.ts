import { createServer } from 'node:http'
import { BundlerFailure } from './BundlerFailure.js'
import { createBundler } from './createBundler.js'

export type RunningBundler = { readonly url: string; stop(): Promise<void> }

/**
 * Serves {@link createBundler} as JSON-RPC over HTTP on this machine.
 *
 * @param port `0` chooses a free one.
 */
export async function startBundler(rpcUrl: string, port = 0): Promise<RunningBundler> {
  const bundler = createBundler(rpcUrl)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await answerTo(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })

  async function answerTo(text: string) {
    const base = { jsonrpc: '2.0', id: null as unknown }
    try {
      const { id, method, params = [] } = JSON.parse(text)
      base.id = id
      return { ...base, result: await bundler(String(method), params) }
    } catch (error) {
      const code = error instanceof BundlerFailure ? error.code : -32603
      return { ...base, error: { code, message: error instanceof Error ? error.message : String(error) } }
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
