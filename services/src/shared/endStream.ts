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
