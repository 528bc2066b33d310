import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.js'
import type { Context } from './context.js'

/** A request's line and headers, in bytes. Room for a token that is too long, so that the relay itself can refuse it. */
const headerSize = 32 * 1024

/** How long answers under way, and closing handshakes, may take once everything stops. */
const closingTime = 1_000

/** Says that the port is taken, and what to do about it. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
}

export type Host = {
  readonly port: number
  /** Takes no new connections and lets the answers under way go out; what is still open then is cut. */
  close(): Promise<void>
}

type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => void

/**
 * Listens on the one port of all services.
 *
 * @throws {PortInUseError}
 */
export async function listen(
  { settings, clock }: Context,
  { app, onUpgrade }: { readonly app: App; readonly onUpgrade: Upgrade },
): Promise<Host> {
  const patience = settings.relayHandshakeSeconds * 1000
  const server = createServer(
    {
      maxHeaderSize: headerSize,
      // A client that sends its request slower than this is not one.
      headersTimeout: patience,
      connectionsCheckingInterval: Math.min(patience, 5_000),
      requestTimeout: Math.max(patience, 30_000),
      keepAliveTimeout: 60_000,
    },
    // Whoever starts the services within a program of their own keeps their own `Request` and `Response`.
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  )
  server.on('upgrade', (request, stream, head) => {
    // Until somebody takes the stream over, its errors (a reset while we refuse) are nobody's.
    stream.on('error', () => undefined)
    onUpgrade(request, stream, head)
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await start(server, settings.port, settings.host)
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

function start(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(inUse(port), { cause: error }) : error)
    })
    // A long queue of connections that wait to be accepted: everybody comes back at once after a restart.
    server.listen({ port, host, backlog: 4_096 }, resolve)
  })
}

function inUse(port: number): string {
  const other = port < 65_000 ? port + 1 : 8787
  return `Port ${port} is in use. Stop what uses it, or choose another one: --port ${other} (or LATCHKEY_PORT=${other}).`
}
