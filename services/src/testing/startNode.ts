import { once } from 'node:events'
import { createServer } from 'node:http'

type Json = { readonly [name: string]: unknown }

export type TestNode = {
  readonly url: string
  /** Returns the methods received since the last call, in order. */
  methods(): readonly string[]
  /** Intercepts requests: the handler returns the answer, and `undefined` hangs. */
  answer(handler: (body: string) => string | undefined | Promise<string | undefined>): void
  close(): void
}

/**
 * Starts a test node that forwards every request to a chain until `answer` replaces it.
 *
 * @param chainId The chain that the node claims to serve, such as `eip155:1`; by default the chain's own. The service's
 *   checks of it are not among the received methods.
 */
export async function startNode(chain: () => string, chainId?: string | undefined): Promise<TestNode> {
  let asked: string[] = []
  let handle: (body: string) => string | undefined | Promise<string | undefined> = (body) =>
    forward(chain(), body)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const calls: Json | readonly Json[] = JSON.parse(body)
    const own =
      chainId === undefined ? undefined : `0x${Number(chainId.slice('eip155:'.length)).toString(16)}`
    const isId = ({ method }: Json) => own !== undefined && method === 'eth_chainId'
    if (!Array.isArray(calls) && isId(calls as Json))
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: (calls as Json).id, result: own }))
    asked.push(...[calls].flat().map(({ method }) => String(method)))
    // The chain may have stopped before its answer arrived.
    const text = await Promise.resolve(body)
      .then((asked) => handle(asked))
      .then((text) =>
        Array.isArray(calls) && calls.some(isId) ? withId(text, calls.filter(isId), own) : text,
      )
      .catch(() => '')
    if (text !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    methods() {
      const all = asked
      asked = []
      return all
    },
    answer(handler) {
      handle = handler
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Forwards a body to a chain and returns its answer. */
export async function forward(url: string, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  return response.text()
}

/** A batch's answer in which the chain's number is the node's own. */
function withId(text: string | undefined, calls: readonly Json[], result: unknown): string | undefined {
  const replies: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!Array.isArray(replies)) return text
  const ids = new Set(calls.map(({ id }) => id))
  return JSON.stringify(
    replies.map((reply: Json) => (ids.has(reply.id) ? { jsonrpc: '2.0', id: reply.id, result } : reply)),
  )
}
