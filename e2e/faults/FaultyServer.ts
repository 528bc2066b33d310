import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** A server's answer before a fault changes it. */
type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** One request and its answer, which a fault may change. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Fetches the real server's answer. */
  readonly ask: () => Promise<Answer>
  /** Marks this request as never answered, so that `quiet` does not wait for it. */
  readonly hold: () => void
}

export type Fault = (exchange: Exchange) => unknown

/** How the relay's socket misbehaves. */
export type SocketFault = 'refused' | 'silent' | 'html'

/**
 * Proxies the services and the chains over real sockets. It passes answers on unchanged until `break` makes some routes
 * faulty.
 */
export class FaultyServer {
  readonly origin: string
  /** Requests since the last `forget`, by method and route without addresses and cursors. */
  readonly calls: string[] = []
  /** Open requests that will never be answered, unless the page cancels them. */
  held = 0
  /** Faulty answers since the last `forget`. */
  spoiled = 0
  #fault: { readonly routes: RegExp; readonly fault: Fault } | undefined
  #socketFault: SocketFault | undefined
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()
  readonly #usedSockets = new WeakSet<Duplex>()
  readonly #services: string
  readonly #chains: Readonly<Record<string, string>>

  private constructor(server: Server, { services, chains }: FaultyServer.Options) {
    this.#server = server
    this.#services = services
    this.#chains = chains
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  }

  static async start(options: FaultyServer.Options): Promise<FaultyServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const faulty = new FaultyServer(server, options)
    server.on('request', (message, response) => void faulty.#answer(message, response))
    server.on('upgrade', (message, socket, head) => faulty.#upgrade(message, socket, head))
    server.on('connection', (socket) => {
      faulty.#sockets.add(socket)
      socket.on('close', () => faulty.#sockets.delete(socket))
    })
    return faulty
  }

  /** Applies a fault to the answers of the matching routes: `GET /v1/account/…/history`, `31337 eth_getBalance`. */
  break(routes: RegExp, fault: Fault): void {
    this.#fault = { routes, fault }
  }

  breakSocket(fault: SocketFault): void {
    this.#socketFault = fault
  }

  heal(): void {
    this.#fault = undefined
    this.#socketFault = undefined
  }

  forget(): void {
    this.calls.length = 0
    this.spoiled = 0
  }

  /** Returns the most frequent request. */
  mostCalls(): { readonly call: string; readonly count: number } {
    const counts = new Map<string, number>()
    for (const call of this.calls) counts.set(call, (counts.get(call) ?? 0) + 1)
    const [most = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a)
    return { call: most[0] as string, count: most[1] as number }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(message: IncomingMessage, response: ServerResponse) {
    const asked = await bodyOf(message)
    const { pathname, search } = new URL(message.url ?? '/', this.origin)
    const chain = /^\/rpc\/(\d+)$/.exec(pathname)?.[1]
    if (message.method === 'OPTIONS') return preflight(response)
    const call =
      chain === undefined ? `${message.method} ${shapeOf(pathname)}` : `${chain} ${methodOf(asked)}`
    const isReused = this.#usedSockets.has(message.socket)
    this.#usedSockets.add(message.socket)
    this.calls.push(call)
    const base = chain === undefined ? this.#services : this.#chains[chain]
    const url = chain === undefined ? `${base}${pathname}${search}` : (base ?? '')
    const hold = () => {
      this.held++
      response.once('close', () => {
        this.held--
      })
    }
    const ask = () => askUpstream(url, message, asked)
    const spoil = this.#fault?.routes.test(call) ? this.#fault.fault : handOn
    if (spoil !== handOn) this.spoiled++
    try {
      await spoil({ request: message, response, ask, hold })
    } catch {
      response.destroy()
    }
    // The browser itself repeats a request for which a kept connection closed: that one is not the page's.
    const isRepeated = isReused && response.destroyed && !response.headersSent
    if (isRepeated) this.calls.splice(this.calls.lastIndexOf(call), 1)
  }

  #upgrade(message: IncomingMessage, socket: Duplex, head: Buffer) {
    this.calls.push('SOCKET')
    this.#sockets.add(socket)
    socket.on('error', () => {})
    if (this.#socketFault !== undefined) this.spoiled++
    if (this.#socketFault === 'refused') return socket.destroy()
    if (this.#socketFault === 'silent') return
    if (this.#socketFault === 'html') {
      return socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\n\r\n<h1>502</h1>')
    }
    const { hostname, port } = new URL(this.#services)
    const upstream: Socket = connect(Number(port), hostname, () => {
      const headers = message.rawHeaders.flatMap((value, index, all) =>
        index % 2 === 0 ? [`${value}: ${all[index + 1]}`] : [],
      )
      upstream.write(`GET ${message.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  }
}

export declare namespace FaultyServer {
  type Options = {
    readonly services: string
    /** The nodes by chain id. */
    readonly chains: Readonly<Record<string, string>>
  }
}

/** Answers as the real server does. */
export async function handOn({ response, ask }: Exchange): Promise<void> {
  const { status, headers, body } = await ask()
  response.writeHead(status, headers)
  response.end(body)
}

function preflight(response: ServerResponse) {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, authorization, content-type, x-nonce-jwt',
    'access-control-allow-methods': '*',
    'access-control-max-age': '600',
  })
  response.end()
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Returns the JSON-RPC method of a request body. */
function methodOf(body: Buffer): string {
  const method = /"method":"(\w+)"/.exec(body.toString())
  return method?.[1] ?? 'batch'
}

/** Replaces addresses and ids in a path: `/v1/account/…/history`. */
function shapeOf(path: string): string {
  return path.replace(
    /(account|identity|nft|getWalletImage|getAssetImage|getTokenImage)\/([^/]+\/)*?(?=[^/]*$)/,
    '$1/…/',
  )
}

function askUpstream(url: string, message: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { connection: _, 'accept-encoding': __, ...headers } = message.headers
    const asked = request(url, { method: message.method ?? 'GET', headers }, async (answer) => {
      const given = Object.entries(answer.headers).filter(
        ([name, value]) =>
          typeof value === 'string' &&
          !/^(connection|transfer-encoding|content-length|cache-control|etag)$/.test(name),
      ) as [string, string][]
      resolve({
        status: answer.statusCode ?? 502,
        // Prevents the browser from answering out of its cache, which would hide the fault.
        headers: {
          ...Object.fromEntries(given),
          'access-control-allow-origin': '*',
          'cache-control': 'no-store',
        },
        body: await bodyOf(answer),
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
