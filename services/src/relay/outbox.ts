import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** What waits to be read by a socket's other end, and where that ends. Bytes and milliseconds. */
export type OutboxLimits = {
  /** Above this, mailboxes keep what they have. */
  readonly size: number
  /** Above this, or for longer than `patience` above `size`, the reader is cut off. */
  readonly hardSize: number
  readonly patience: number
}

export type Outbox = {
  send(frame: string): void
  /** Whether the other end reads too slowly to be sent more than answers. */
  isCongested(): boolean
  /** Whether the other end has read too slowly for too long, or has left too much unread. */
  isOverdue(): boolean
}

/**
 * The sending side of one socket, which never buffers without bound.
 *
 * @param onRelief called whenever everything sent has left for the other end, so that waiting mailboxes may go on.
 */
export function createOutbox(
  socket: WebSocket,
  stream: Duplex,
  options: { readonly limits: OutboxLimits; readonly now: () => number; readonly onRelief: () => void },
): Outbox {
  const { limits, now, onRelief } = options
  let congestedAt: number | undefined

  function isCongested(): boolean {
    if (socket.bufferedAmount <= limits.size) congestedAt = undefined
    else congestedAt ??= now()
    return congestedAt !== undefined
  }

  // The raw stream tells when it is empty; `ws` itself does not.
  stream.on('drain', () => {
    if (!isCongested()) onRelief()
  })

  return {
    send(frame) {
      if (socket.readyState === socket.OPEN) socket.send(frame)
      isCongested()
    },
    isCongested,
    isOverdue: () =>
      socket.bufferedAmount > limits.hardSize ||
      (isCongested() && now() - (congestedAt ?? now()) >= limits.patience),
  }
}
