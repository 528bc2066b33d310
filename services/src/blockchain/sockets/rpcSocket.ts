import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../../shared/clock.js'
import { createOutbox } from '../../shared/outbox.js'

/** The codes for closing a socket: RFC 6455 section 7.4, and the relay's 4008. */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013, stale: 4008 } as const

/** Bytes above which a reader is slow, and how long it may be, in milliseconds. */
const slowSize = 1024 * 1024
const slowTime = 30_000
/** How often the service pings, and how long a peer has to answer a closing frame, in milliseconds. */
const pingInterval = 25_000
const closingTime = 2_000
/** Messages of one socket that are answered at once. */
const answersAtOnce = 50

export type RpcSocket = {
  /** Sends a frame; `onSent` is called when it has left, or never will. */
  send(frame: string, onSent?: () => void): void
  /** Pings, and closes a socket that is dead, idle or reads too slowly. Call it every second. */
  check(): void
  close(code: number, reason: string): void
  /** Aborts when the socket closes. */
  readonly signal: AbortSignal
}

type Options = {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly clock: Clock
  /** In milliseconds. */
  readonly idleTime: number
  readonly bufferSize: number
  /** Whether it has subscriptions, and is never idle. */
  isListening(): boolean
  /** Answers one message. */
  onMessage(text: string, isBusy: boolean): Promise<void>
  onClose(code: number): void
}

/** Keeps one WebSocket of JSON-RPC alive, bounded and in order. */
export function createRpcSocket(options: Options): RpcSocket {
  const { socket, stream, clock, idleTime } = options
  const controller = new AbortController()
  const outbox = createOutbox(socket, stream, {
    limits: { size: slowSize, hardSize: options.bufferSize, patience: slowTime },
    now: () => clock.steadyNow(),
    onRelief: () => undefined,
  })
  let heardAt = clock.steadyNow()
  let askedAt = heardAt
  let pingedAt = heardAt
  let answering = 0
  let isClosing = false

  async function receive(text: string): Promise<void> {
    askedAt = clock.steadyNow()
    answering++
    try {
      await options.onMessage(text, answering > answersAtOnce)
    } finally {
      answering--
    }
  }

  function close(code: number, reason: string): void {
    if (isClosing) return
    isClosing = true
    socket.close(code, reason)
    // A peer that does not read does not answer the closing frame either.
    const cancel = clock.setTimeout(() => socket.terminate(), closingTime)
    socket.once('close', cancel)
  }

  function check(): void {
    const now = clock.steadyNow()
    if (outbox.isOverdue()) return close(closeCodes.tryAgainLater, 'Reads too slowly')
    // A peer that sends nothing, not even a pong, is gone, although its connection was not closed.
    if (now - heardAt > 2 * pingInterval) return socket.terminate()
    if (!options.isListening() && answering === 0 && now - askedAt >= idleTime)
      return close(closeCodes.stale, 'Stale: no subscription and no requests')
    if (now - pingedAt < pingInterval) return
    pingedAt = now
    socket.ping()
  }

  socket.on('message', (data) => {
    heardAt = clock.steadyNow()
    if (!isClosing) void receive(toText(data))
  })
  socket.on('pong', () => {
    heardAt = clock.steadyNow()
  })
  // `ws` closes the socket itself after a protocol error (invalid frame, invalid UTF-8, too large a frame).
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    isClosing = true
    controller.abort()
    options.onClose(code)
  })

  return {
    send(frame, onSent = () => undefined) {
      if (isClosing || socket.readyState !== socket.OPEN) return onSent()
      outbox.send(frame, onSent)
      if (outbox.isOverdue()) close(closeCodes.tryAgainLater, 'Reads too slowly')
    },
    check,
    close,
    signal: controller.signal,
  }
}

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
