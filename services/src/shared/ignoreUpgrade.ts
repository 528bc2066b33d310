import type { IncomingMessage, Server } from 'node:http'

/** Returns whether a request asks for the one protocol that the services switch to. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return namesOf(headers.upgrade ?? '').includes('websocket')
}

/**
 * Answers a request as if it had not asked for another protocol, such as HTTP/2 (`h2c`): a server may ignore `Upgrade`
 * (RFC 9110 7.8), and Java's HTTP client sends it with every first request.
 *
 * Node has stopped reading HTTP on this connection, and the request's body is still unread. So the server reads the
 * request once more, without its upgrade.
 */
export function readWithoutUpgrade(server: Server, request: IncomingMessage, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders, socket } = request
  const headers = rawHeaders.flatMap((name, index) => {
    if (index % 2 === 1 || ofUpgrade.includes(name.toLowerCase())) return []
    const value = rawHeaders[index + 1] ?? ''
    return [`${name}: ${name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value}\r\n`]
  })
  const text = `${method} ${url} HTTP/${httpVersion}\r\n${headers.join('')}\r\n`
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]))
  server.emit('connection', socket)
}

/** The headers that belong to an upgrade (RFC 7540 3.2.1). */
const ofUpgrade = ['upgrade', 'http2-settings']

function withoutUpgrade(connection: string): string {
  return namesOf(connection)
    .filter((name) => !ofUpgrade.includes(name))
    .join(', ')
}

function namesOf(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim().toLowerCase())
}
