import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../shared/clock.js'
import { type Backlog, createOutbox, type OutboxLimits } from '../shared/outbox.js'
import type { Project } from '../shared/projects.js'
import type { ClientLimits } from './limits.js'
import { RelayError } from './rpc/RelayError.js'
import { type Request, readFrame } from './rpc/readFrame.js'
import { errorFrame, resultFrame } from './rpc/writeFrame.js'
import type { Receipt, StoredMessage } from './store/MailboxStore.js'
import type { Subscription } from './subscription.js'

/** The codes for closing a socket: RFC 6455 section 7.4, and the public relay's own 3000 and 4008. */
export const closeCodes = { goingAway: 1001, tryAgainLater: 1013, unauthorized: 3000, stale: 4008 } as const

/**
 * How many unacknowledged pushes are remembered per socket. An answer to an older one is ignored, and the message is
 * pushed again later.
 */
const pushLimit = 5_000
/** Consecutive refused requests after which the socket is closed. */
const refusalLimit = 1_000
/** How long a peer has to answer a closing frame, in milliseconds. */
const closingTime = 2_000

/** An authenticated client's socket. */
export type Connection = {
  readonly clientId: string
  readonly addressName: string | undefined
  readonly project: Project
  readonly limits: ClientLimits
  /** By topic. Maintained by `Subscriptions`. */
  readonly subscriptions: Map<string, Subscription>
  /** Subscriptions that have left messages in the mailbox for later. */
  readonly waiting: Set<Subscription>
  /** The position up to which each topic has been fetched. */
  readonly fetchCursors: Map<string, number>
  push(subscription: Subscription, message: StoredMessage): void
  isCongested(): boolean
  /** Sends pings, and closes a socket that is dead, idle or reads too slowly. Call it every second. */
  check(): void
  /** Closes the socket after the requests in progress have been answered. */
  close(code: number, reason: string): void
}

type Options = {
  readonly socket: WebSocket
  /** The stream below the socket. */
  readonly stream: Duplex
  readonly clientId: string
  readonly addressName: string | undefined
  readonly project: Project
  readonly limits: ClientLimits
  readonly frameSize: number
  readonly outbox: OutboxLimits
  readonly backlog: Backlog
  /** In milliseconds. */
  readonly pingInterval: number
  readonly idleTime: number
  readonly clock: Clock
  readonly handlers: {
    /** Answers a request; throws a `RelayError` to refuse it. */
    onRequest(
      connection: Connection,
      request: Request,
    ): Promise<{ result: unknown; afterwards?: (() => void) | undefined }>
    onReceipt(receipt: Receipt): void
    onFault(error: unknown): void
    onCut(connection: Connection, reason: string): void
    onClose(connection: Connection, code: number): void
  }
}

/** Speaks JSON-RPC on one socket: answers requests, pushes messages, keeps the socket alive and closes it. */
export function createConnection(options: Options): Connection {
  const { socket, stream, clientId, clock, handlers } = options
  const outbox = createOutbox(socket, stream, {
    limits: options.outbox,
    backlog: options.backlog,
    now: () => clock.steadyNow(),
    onRelief: resumeWaiting,
  })
  const pushes = new Map<number, Omit<Receipt, 'clientId'>>()
  let nextPushId = clock.now() * 1000
  let heardAt = clock.steadyNow()
  let pingedAt = heardAt
  let requestedAt = heardAt
  let answering = 0
  let refusals = 0
  let leaving: { readonly code: number; readonly reason: string } | undefined

  const connection: Connection = {
    clientId,
    addressName: options.addressName,
    project: options.project,
    limits: options.limits,
    subscriptions: new Map(),
    waiting: new Set(),
    fetchCursors: new Map(),
    push(subscription, { topic, messageId, message, publishedAt, tag, attestation }) {
      const id = nextPushId++
      pushes.set(id, { topic, messageId })
      if (pushes.size > pushLimit) for (const oldest of pushes.keys()) if (pushes.delete(oldest)) break
      const data = { topic, message, publishedAt, tag, attestation }
      const params = { id: subscription.id, data }
      outbox.send(JSON.stringify({ id, jsonrpc: '2.0', method: subscription.method, params }))
      if (outbox.isOverdue()) cut('reads too slowly')
    },
    isCongested: outbox.isCongested,
    check,
    close(code, reason) {
      leaving ??= { code, reason }
      if (answering === 0) leave()
    },
  }

  socket.on('message', (data) => {
    heardAt = clock.steadyNow()
    if (leaving === undefined) void receive(toText(data))
  })
  socket.on('pong', () => {
    heardAt = clock.steadyNow()
  })
  // `ws` closes the socket itself after a protocol error (invalid frame, invalid UTF-8, too large a frame).
  socket.on('error', () => undefined)
  socket.on('close', (code) => handlers.onClose(connection, code))

  async function receive(text: string): Promise<void> {
    const frame = readFrame(text, options.frameSize)
    if (frame.type === 'answer') return settle(frame)
    requestedAt = clock.steadyNow()
    if (frame.type === 'unreadable') return refuse(frame.idToken, frame.error)
    answering++
    try {
      const { result, afterwards } = await handlers.onRequest(connection, frame)
      refusals = 0
      answer(resultFrame(frame.idToken, result))
      afterwards?.()
    } catch (error) {
      refuse(frame.idToken, error)
    } finally {
      answering--
      if (leaving !== undefined && answering === 0) leave()
    }
  }

  function refuse(idToken: string, error: unknown): void {
    refusals++
    if (!(error instanceof RelayError)) handlers.onFault(error)
    answer(errorFrame(idToken, error instanceof RelayError ? error : new RelayError('Unknown')))
    if (refusals >= refusalLimit) cut('too many refused requests')
  }

  function answer(frame: string): void {
    outbox.send(frame)
    if (outbox.isOverdue()) cut('reads too slowly')
  }

  function settle({ id, isError }: { readonly id: number; readonly isError: boolean }): void {
    const push = pushes.get(id)
    pushes.delete(id)
    // A client that failed to handle a message gets it again with its next subscription.
    if (push !== undefined && !isError) handlers.onReceipt({ ...push, clientId })
  }

  function check(): void {
    const now = clock.steadyNow()
    if (outbox.isOverdue()) return cut('reads too slowly')
    // A peer that sends nothing, not even a pong, is gone, although its connection was not closed.
    if (now - heardAt > 2 * options.pingInterval) return socket.terminate()
    if (connection.subscriptions.size === 0 && now - requestedAt >= options.idleTime) {
      return connection.close(closeCodes.stale, 'Stale: no subscription and no requests')
    }
    if (now - pingedAt >= options.pingInterval) {
      pingedAt = now
      socket.ping()
    }
    resumeWaiting()
  }

  function resumeWaiting(): void {
    if (outbox.isCongested()) return
    for (const subscription of [...connection.waiting]) {
      connection.waiting.delete(subscription)
      subscription.resume()
    }
  }

  function cut(reason: string): void {
    if (leaving !== undefined) return
    leaving = { code: closeCodes.tryAgainLater, reason }
    handlers.onCut(connection, reason)
    leave()
  }

  function leave(): void {
    if (leaving === undefined) return
    socket.close(leaving.code, leaving.reason)
    // A peer that does not read does not answer the closing frame either.
    clock.setTimeout(() => socket.terminate(), closingTime)
  }

  return connection
}

/** Returns a frame's text. Binary frames are accepted, because some clients send their JSON that way. */
function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8')
}
