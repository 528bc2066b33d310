import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { type Backlog, createOutbox } from './outbox.js'

const kilobyte = 1024

/** A socket whose peer reads when the test says so, and the outbox before it. */
function setUp(backlog?: Backlog) {
  const unread: { readonly size: number; readonly onSent: () => void }[] = []
  const stream = new EventEmitter()
  const socket = {
    ...{ OPEN: 1, readyState: 1, bufferedAmount: 0 },
    send(frame: string, onSent: () => void) {
      unread.push({ size: frame.length, onSent })
      socket.bufferedAmount += frame.length
    },
  }
  let time = 0
  let relieved = 0
  const outbox = createOutbox(socket as unknown as WebSocket, stream as unknown as Duplex, {
    limits: {
      ...{ size: 1_000 * kilobyte, hardSize: 4_000 * kilobyte },
      ...{ patience: 30_000, ...(backlog && { allSize: 600 * kilobyte }) },
    },
    backlog,
    now: () => time,
    onRelief: () => relieved++,
  })
  return {
    socket,
    send: (size: number) => outbox.send('x'.repeat(size * kilobyte)),
    read() {
      for (const { size, onSent } of unread.splice(0)) {
        socket.bufferedAmount -= size
        onSent()
      }
      stream.emit('drain')
    },
    wait: (duration: number) => (time += duration),
    state: () => [outbox.isCongested(), outbox.isOverdue(), relieved],
  }
}

test('a peer is slow above its own limit, and overdue after a while', () => {
  const peer = setUp()
  peer.send(1_000)
  expect(peer.state()).toEqual([false, false, 0])
  peer.send(1)
  expect(peer.state()).toEqual([true, false, 0])
  peer.wait(30_000)
  expect(peer.state()).toEqual([true, true, 0])
  peer.read()
  expect(peer.state()).toEqual([false, false, 1])
})

test('where all together wait for much, a peer that waits for little of it is slow, too', () => {
  const backlog = { bytes: 0 }
  const [first, second, third] = [setUp(backlog), setUp(backlog), setUp(backlog)]
  for (const peer of [first, second]) peer.send(300)
  for (const peer of [first, second, third]) expect(peer.state()).toEqual([false, false, 0])
  third.send(64)
  expect(backlog.bytes).toBe(664 * kilobyte)
  for (const peer of [first, second]) expect(peer.state()).toEqual([true, false, 0])
  expect(third.state()).toEqual([false, false, 0])
  second.wait(30_000)
  expect(second.state()).toEqual([true, true, 0])
  // Those that have read enough make room for the others.
  first.read()
  expect(second.state()).toEqual([false, false, 0])
  third.read()
  second.read()
  expect(backlog.bytes).toBe(0)
})

test('what a closed socket does not take does not count', () => {
  const backlog = { bytes: 0 }
  const peer = setUp(backlog)
  peer.socket.readyState = 3
  peer.send(700)
  expect(backlog.bytes).toBe(0)
})
