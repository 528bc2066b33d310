import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.js'
import { createConnections } from './connections.js'
import type { Context } from './context.js'
import { asksForWebSocket, readWithoutUpgrade } from './ignoreUpgrade.js'

/**
 * Most bytes of a request's line and headers. Leaves room for a token that is too long, so that the relay can refuse
 * it.
 */
const headerSize = 32 * 1024

/** How long answers and closing handshakes in progress may take at shutdown, in milliseconds. */
const closingTime = 1_000

/** How long a client may read nothing of an answer that is on its way, in milliseconds. */
const usualReadingTime = 30_000

/** The port is taken; the message says what to do about it. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
}

export type Host = {
  readonly port: number
  /** Accepts no new connections, waits for answers in progress, then cuts open connections. */
  close(): Promise<void>
}

/** Returns whether the connection became a WebSocket, and not a refusal. */
type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => boolean

/**
 * Listens on a port, by default the one of all services.
 *
 * @throws {PortInUseError}
 */
export async function listen(
  context: Context,
  {
    app,
    onUpgrade,
    port = context.settings.port,
    addressOf = (socket) => socket.remoteAddress,
    readingTime = usualReadingTime,
  }: listen.Parameters,
): Promise<Host> {
  const { settings, clock } = context
  const connections = createConnections(context, addressOf)
  /** Connections over the limit, which already have their answer. */
  const refused = new WeakSet<Socket>()
  /** Connections with an answer in progress. */
  const answering = new WeakSet<Socket>()
  const listener = getRequestListener(app.fetch, {
    // A program that embeds the services keeps its own global `Request` and `Response`.
    overrideGlobalObjects: false,
    // HTTP/1.0 has no `Host`, and a request needs a complete URL. Node refuses HTTP/1.1 without one.
    hostname: 'no-host.invalid',
  })
  const patience = settings.relayHandshakeSeconds * 1000
  const server = createServer(
    {
      maxHeaderSize: headerSize,
      // Disconnects clients that send their request slower than this.
      headersTimeout: patience,
      connectionsCheckingInterval: Math.min(patience, 5_000),
      requestTimeout: Math.max(patience, 30_000),
      keepAliveTimeout: 60_000,
    },
    (request, response) => {
      if (refused.has(request.socket)) return
      answering.add(request.socket)
      response.once('close', () => answering.delete(request.socket))
      // Cuts off a client that does not read: its answer would hold memory until it leaves. Node counts each part that
      // the client takes as progress, and sets its own time again after the answer.
      response.once('prefinish', () => response.socket?.setTimeout(readingTime))
      void listener(request, response)
    },
  )
  server.on('upgrade', (request, stream, head) => {
    if (!asksForWebSocket(request)) {
      // Reading the request anew would lose the answers to requests that the client sent just before it.
      if (answering.has(request.socket)) return void stream.destroy()
      return readWithoutUpgrade(server, request, head)
    }
    // Errors of the stream (such as a reset during a refusal) are ignored until a handler takes it over.
    stream.on('error', () => undefined)
    if (refused.has(request.socket)) return
    if (onUpgrade(request, stream, head)) connections.release(request.socket)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    if (sockets.has(socket)) return
    sockets.add(socket)
    if (!connections.admit(socket)) refused.add(socket)
    // The server's own time limits begin with the first byte.
    const cancel = clock.setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, patience)
    socket.once('close', () => {
      cancel()
      sockets.delete(socket)
    })
  })
  await start(server, port, settings.host)
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      return new Promise((resolve) => {
        const cancel = clock.setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, closingTime)
        server.close(() => {
          cancel()
          resolve()
        })
        server.closeIdleConnections()
      })
    },
  }
}

export declare namespace listen {
  type Parameters = {
    readonly app: Pick<App, 'fetch'>
    readonly onUpgrade: Upgrade
    readonly port?: number | undefined
    /** Returns the address that a connection comes from; by default that of its other end. */
    readonly addressOf?: ((socket: Socket) => string | undefined) | undefined
    /** How long a client may read nothing of an answer, in milliseconds of the machine's clock; by default 30 seconds. */
    readonly readingTime?: number | undefined
  }
}

function start(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(inUse(port), { cause: error }) : error)
    })
    // A long accept queue: all clients reconnect at once after a restart.
    server.listen({ port, host, backlog: 4_096 }, resolve)
  })
}

function inUse(port: number): string {
  const other = port < 65_000 ? port + 1 : 8787
  return `Port ${port} is in use. Stop what uses it, or choose another one: --port ${other} (or LATCHKEY_PORT=${other}).`
}
