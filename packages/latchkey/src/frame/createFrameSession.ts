import * as v from 'valibot'
import type { Clock } from '../core/clock.js'
import type { FrameNews } from '../core/FrameClient.js'
import { isRecord } from '../protocol/checks.js'
import { embeddedError } from '../protocol/embeddedErrors.js'
import { KitError } from '../protocol/errors.js'
import { type Envelope, envelope, frameVersion } from '../protocol/frame/envelope.js'
import { frameEvents, frameRequests, frameTimeout } from '../protocol/frame/messages.js'
import type { FrameAsk } from './FrameAsk.js'
import type { FramePage, FramePort } from './FramePage.js'
import { plainJson } from './plainJson.js'
import { toFrameError } from './toFrameError.js'

type Event = Exclude<FrameNews, { readonly type: 'LOST' }>

type Parameters = {
  readonly port: FramePort
  readonly clock: Clock
  readonly page: Pick<FramePage, 'isHidden'>
  /** The wallet's name, for error texts. */
  readonly wallet: string
  readonly newId: () => string
  readonly onEvent: (event: Event) => void
  /** Called when a request has its answer. */
  readonly onSettled: (ask: FrameAsk) => void
  /** The other end of the port has gone. */
  readonly onClose: () => void
}

/** A conversation over one port; it ends when the frame's document does. */
export type FrameSession = {
  send(ask: FrameAsk): void
  /** Gives up a request that was sent. */
  cancel(ask: FrameAsk): void
  tell(type: string, payload: unknown): void
  close(): void
}

type Waiting = { readonly ask: FrameAsk; stop: () => void; isGivenUp?: true }

/** How long a request that waits for a person stays open without a sign of life. */
const heartbeatPatience = 45_000
/** How long the frame may take to say what became of a request that was given up carefully. */
const cancelPatience = 5_000

/**
 * Speaks the envelope of spec §10 "Frame messages" over a port. A message counts only if its number is the next one; an
 * answer only if it has the id and the type of an open request. An answer that cannot be read fails its request.
 */
export function createFrameSession(parameters: Parameters): FrameSession {
  const { port, clock, page, wallet, newId, onEvent, onSettled, onClose } = parameters
  const open = new Map<string, Waiting>()
  let sent = 0
  let heard = 0

  function post(k: Envelope['k'], t: string, id: string, payload?: unknown) {
    const message = { v: frameVersion, k, t, id, seq: ++sent }
    port.post(payload === undefined ? message : { ...message, payload })
  }

  function receive(data: unknown) {
    if (!isRecord(data) || data.seq !== heard + 1) return
    heard++
    const plain = plainJson(data)
    const read = plain && v.safeParse(envelope, plain.value)
    if (read?.success !== true) {
      // Too large or malformed. The request that it answers would wait for ever.
      const { k, id } = data
      if (k === 'res' && typeof id === 'string') settle(id, ({ reject }) => reject(unreadable()))
      return
    }
    const message = read.output
    if (message.k === 'evt') return hear(message.t, message.payload ?? {})
    // Requests and cancellations are the host's to make.
    if (message.k === 'res') settle(message.id, (ask) => answer(ask, message))
  }

  function answer({ type, resolve, reject }: FrameAsk, message: Extract<Envelope, { k: 'res' }>) {
    if (message.t !== type) return reject(unreadable())
    if (message.error !== undefined) return reject(toFrameError(message.error, { wallet, method: type }))
    const read = v.safeParse(frameRequests[type].answer as v.GenericSchema, message.payload)
    if (!read.success) return reject(unreadable(read.issues[0].message))
    resolve(read.output)
  }

  function settle(id: string, how: (ask: FrameAsk) => void) {
    const waiting = open.get(id)
    if (waiting === undefined) return
    waiting.stop()
    open.delete(id)
    onSettled(waiting.ask)
    how(waiting.ask)
  }

  function timeOut(id: string) {
    settle(id, (ask) => {
      post('cancel', ask.type, id)
      ask.reject(embeddedError('FRAME_TIMEOUT'))
    })
  }

  function hear(type: string, payload: unknown) {
    if (!Object.hasOwn(frameEvents, type)) return
    const schema: v.GenericSchema = frameEvents[type as Event['type']]
    const read = v.safeParse(schema, payload)
    if (!read.success) return
    // The schema of the type has read the payload.
    const event = { type, payload: read.output } as Event
    if (event.type === 'HEARTBEAT') keepAlive(event.payload.id)
    else onEvent(event)
  }

  function keepAlive(id: string) {
    const waiting = open.get(id)
    if (waiting === undefined || waiting.isGivenUp || frameTimeout(waiting.ask.type) !== undefined) return
    waiting.stop()
    waiting.stop = clock.setTimeout(() => {
      // A page in the background runs its timers late, and so does the frame.
      if (page.isHidden()) keepAlive(id)
      else timeOut(id)
    }, heartbeatPatience)
  }

  port.listen(receive, onClose)

  return {
    send(ask) {
      const { id, type, payload } = ask
      const patience = frameTimeout(type)
      open.set(id, {
        ask,
        stop: patience === undefined ? () => {} : clock.setTimeout(() => timeOut(id), patience),
      })
      keepAlive(id)
      post('req', type, id, payload)
    },

    cancel({ id, type, options }) {
      const waiting = open.get(id)
      if (waiting === undefined) return
      if (options.isCareful !== true) return settle(id, giveUp)
      post('cancel', type, id)
      waiting.isGivenUp = true
      waiting.stop()
      waiting.stop = clock.setTimeout(
        () => settle(id, ({ reject }) => reject(embeddedError('FRAME_TIMEOUT'))),
        cancelPatience,
      )
    },

    tell: (type, payload) => post('evt', type, newId(), payload),

    close() {
      port.close()
      for (const { stop } of open.values()) stop()
      open.clear()
    },
  }

  function giveUp({ id, type, reject }: FrameAsk) {
    post('cancel', type, id)
    reject(new KitError('REQUEST_ABORTED'))
  }
}

/** An answer that no schema could read. */
function unreadable(details?: string): KitError {
  return new KitError('FRAME_ERROR', { details })
}
