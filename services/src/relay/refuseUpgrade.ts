import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import { clientOf, truncateAddress } from '../shared/clientAddress.js'
import type { Clock } from '../shared/clock.js'
import type { Context } from '../shared/context.js'
import { endStream } from '../shared/endStream.js'
import type { Refusal } from './admission.js'

/** A WebSocket upgrade request from the HTTP server. */
export type Upgrade = {
  readonly request: IncomingMessage
  readonly query: URLSearchParams
  readonly stream: Duplex
  readonly head: Buffer
}

/**
 * Refuses a client by the status of the HTTP answer, or by a close code for a client that requests one
 * (`useOnCloseEvent`): browsers show pages neither status nor body of a failed upgrade.
 */
export function refuseUpgrade(
  { settings, clock, log }: Context,
  server: WebSocketServer,
  { request, query, stream, head }: Upgrade,
  refusal: Refusal,
): void {
  const client = truncateAddress(clientOf(request, settings.trustedProxies).address)
  log.info('relay.refused', { client, status: refusal.status, reason: refusal.reason })
  if (query.get('useOnCloseEvent') !== 'true') return refuseByHttp(clock, stream, refusal)
  server.handleUpgrade(request, stream, head, (socket) => {
    socket.on('error', () => undefined)
    socket.close(refusal.code, Buffer.from(refusal.reason).subarray(0, 123).toString())
    const cancel = clock.setTimeout(() => socket.terminate(), settings.relayHandshakeSeconds * 1000)
    socket.once('close', cancel)
  })
}

function refuseByHttp(clock: Clock, stream: Duplex, { status, reason }: Refusal): void {
  const body = JSON.stringify({ error: { code: STATUS_CODES[status], message: reason } })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'access-control-allow-origin: *',
    ...(status === 429 ? ['retry-after: 10'] : []),
    'connection: close',
  ]
  endStream(clock, stream, `${lines.join('\r\n')}\r\n\r\n${body}`)
}
