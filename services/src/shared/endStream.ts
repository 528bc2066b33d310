import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from './clock.js'

/** How long a refused client may take to read why, in milliseconds. */
const readingTime = 1_000

/**
 * Sends a refusal on a connection and closes it, even if the client keeps its side open.
 *
 * Node no longer times out a connection that requested an upgrade. Unread data would also hide its end.
 */
export function endStream(clock: Clock, stream: Duplex, answer: string): void {
  stream.on('error', () => undefined)
  const cancel = clock.setTimeout(() => stream.destroy(), readingTime)
  stream.once('close', cancel)
  stream.resume()
  stream.end(answer)
}

/** Tells a client that asks for a WebSocket that there is none at this address. Returns that the stream has not become one. */
export function refuseUpgrade(clock: Clock, stream: Duplex): false {
  const head = `HTTP/1.1 404 ${STATUS_CODES[404]}`
  endStream(clock, stream, `${head}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  return false
}
