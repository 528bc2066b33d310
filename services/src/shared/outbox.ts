import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Limits for data that the peer has not read, in bytes and milliseconds. */
export type OutboxLimits = {
  /** Above this size mailboxes stop sending. */
  readonly size: number
  /** Above this size, or after `patience` milliseconds above `size`, the reader is disconnected. */
  readonly hardSize: number
  readonly patience: number
  /** While the sockets of a backlog have more than this together, each may have only {@link scarceSize}. */
  readonly allSize?: number | undefined
}

/** What several sockets have not sent yet, in bytes. */
export type Backlog = { bytes: number }

const scarceSize = 64 * 1024

export type Outbox = {
  /** @param onSent Called when the frame has left, or never will. */
  send(frame: string, onSent?: () => void): void
  /** Returns whether the peer reads too slowly to be sent anything but answers. */
  isCongested(): boolean
  /** Returns whether the peer has been too slow for too long, or has left too much unread. */
  isOverdue(): boolean
}

/**
 * Creates the sending side of one socket, whose buffer is bounded.
 *
 * @param backlog Shared with other sockets, so that many slow peers together do not fill the memory either.
 * @param onRelief Called whenever all data has been sent, so that waiting mailboxes may continue.
 */
export function createOutbox(
  socket: WebSocket,
  stream: Duplex,
  options: {
    readonly limits: OutboxLimits
    readonly backlog?: Backlog | undefined
    readonly now: () => number
    readonly onRelief: () => void
  },
): Outbox {
  const { limits, backlog = { bytes: 0 }, now, onRelief } = options
  const { size, allSize = Number.POSITIVE_INFINITY } = limits
  let congestedAt: number | undefined

  function isCongested(): boolean {
    const most = backlog.bytes > allSize ? Math.min(size, scarceSize) : size
    if (socket.bufferedAmount <= most) congestedAt = undefined
    else congestedAt ??= now()
    return congestedAt !== undefined
  }

  // The raw stream reports when it is empty; `ws` does not.
  stream.on('drain', () => {
    if (!isCongested()) onRelief()
  })

  return {
    send(frame, onSent) {
      if (socket.readyState === socket.OPEN) {
        backlog.bytes += frame.length
        socket.send(frame, () => {
          backlog.bytes -= frame.length
          onSent?.()
        })
      } else onSent?.()
      isCongested()
    },
    isCongested,
    isOverdue: () =>
      socket.bufferedAmount > limits.hardSize ||
      (isCongested() && now() - (congestedAt ?? now()) >= limits.patience),
  }
}
