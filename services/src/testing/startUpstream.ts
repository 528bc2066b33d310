import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

export type UpstreamAnswer =
  | 'hang'
  | 'break'
  | {
      readonly status?: number | undefined
      readonly headers?: { readonly [name: string]: string } | undefined
      readonly body?: string | Uint8Array | undefined
      /** Begins the body and never ends it. */
      readonly isEndless?: boolean | undefined
      /** Sends the headers, and never a body. */
      readonly isSilent?: boolean | undefined
    }

export type Upstream = {
  readonly url: string
  /** The received requests in order: method and path with query. */
  readonly asked: readonly string[]
  readonly headers: readonly IncomingMessage['headers'][]
  readonly bodies: readonly string[]
  stop(): void
}

/** Starts a local server whose answers the test decides. */
export async function startUpstream(
  answer: (path: string, body: string) => UpstreamAnswer | Promise<UpstreamAnswer>,
): Promise<Upstream> {
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    asked.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    const body = Buffer.concat(chunks).toString('utf8')
    bodies.push(body)
    const given = await answer(request.url ?? '', body)
    if (given === 'hang') return
    if (given === 'break') return void request.socket.destroy()
    response.writeHead(given.status ?? 200, given.headers ?? {})
    if (given.isSilent === true) return response.flushHeaders()
    if (given.isEndless !== true) return void response.end(given.body)
    const more = () => {
      while (response.write(Buffer.alloc(65_536, 32)));
    }
    response.on('drain', more)
    more()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    headers,
    bodies,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
