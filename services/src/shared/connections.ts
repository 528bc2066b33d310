import type { Socket } from 'node:net'
import { addressKey, isLoopback, plainAddress } from './clientAddress.js'
import type { Context } from './context.js'
import { endStream } from './endStream.js'

export type Connections = {
  /** Takes a place for a new connection, or refuses it with an answer and returns `false`. */
  admit(socket: Socket): boolean
  /** Frees the place of a connection that became a WebSocket, which has its own limits. */
  release(socket: Socket): void
}

/** Time between log lines about refused connections, in milliseconds. */
const quiet = 60_000

/**
 * Limits the open HTTP connections of one address.
 *
 * Connections of this machine and of the configured proxies do not count: they carry the requests of many clients, and
 * no request has been read yet that could name them. A proxy limits its own clients.
 *
 * @param addressOf Returns the address that a connection comes from.
 */
export function createConnections(
  { settings, clock, log }: Context,
  addressOf: (socket: Socket) => string | undefined,
): Connections {
  const open = new Map<string, number>()
  const places = new Map<Socket, string>()
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  let leaving = 0

  function keyOf(socket: Socket): string | undefined {
    const address = plainAddress(addressOf(socket) ?? '')
    if (isLoopback(address) || settings.trustedProxies.includes(address)) return undefined
    return addressKey(address)
  }

  function release(socket: Socket): void {
    const key = places.get(socket)
    if (key === undefined) return
    places.delete(socket)
    const count = open.get(key) ?? 0
    if (count > 1) open.set(key, count - 1)
    else open.delete(key)
  }

  function refuse(socket: Socket): void {
    refused++
    if (clock.steadyNow() - loggedAt >= quiet) {
      log.warn('http.refused', { count: refused, reason: 'an address exceeds LATCHKEY_HTTP_CONNECTIONS' })
      loggedAt = clock.steadyNow()
      refused = 0
    }
    // A flood gets no answers: each costs an open socket.
    if (leaving >= settings.httpConnections) return void socket.destroy()
    leaving++
    socket.once('close', () => leaving--)
    endStream(clock, socket, answer)
  }

  return {
    admit(socket) {
      const key = keyOf(socket)
      if (key === undefined) return true
      const count = open.get(key) ?? 0
      if (count >= settings.httpConnections) {
        refuse(socket)
        return false
      }
      open.set(key, count + 1)
      places.set(socket, key)
      socket.once('close', () => release(socket))
      return true
    },
    release,
  }
}

const body = JSON.stringify({
  error: { code: 'RATE_LIMITED', message: 'Too many open connections from this address' },
})
const answer = [
  'HTTP/1.1 429 Too Many Requests',
  'content-type: application/json',
  `content-length: ${Buffer.byteLength(body)}`,
  'access-control-allow-origin: *',
  'cache-control: no-store',
  'retry-after: 10',
  'connection: close',
  '',
  body,
].join('\r\n')
