import {
  type Envelope,
  envelope,
  type FrameAnswer,
  type FrameError,
  type FrameEvent,
  type FrameEventType,
  type FrameRequestType,
  frameRequests,
  frameTimeout,
  frameVersion,
  type HostEvent,
  type HostEventType,
  hostEvents,
  openLimit,
} from 'latchkey/frame'
import { plainJson } from 'latchkey/site'
import * as v from 'valibot'
import { toFrameError } from './toFrameError.js'

/** The part of a `MessagePort` that is used here. */
export type HostPort = {
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

/** What a handler knows of its request besides the payload. */
export type Asked = {
  readonly id: string
  /** Aborts when the host gives the request up. */
  readonly signal: AbortSignal
  /** From now on the handler itself ends a request that the host gives up: what is being signed comes to its end, and the host hears it. */
  readonly endsItself: () => void
}

/** How each request is answered. The compiler asks for every type. */
export type Handlers = {
  readonly [type in FrameRequestType]: (
    payload: v.InferOutput<(typeof frameRequests)[type]['payload']>,
    asked: Asked,
  ) => FrameAnswer<type> | Promise<FrameAnswer<type>>
}

export type HostConversation = {
  /** Sends an event. */
  tell<type extends FrameEventType>(type: type, payload: FrameEvent<type>): void
}

type Parameters = {
  readonly port: HostPort
  readonly handlers: Handlers
  readonly onEvent: <type extends HostEventType>(type: type, payload: HostEvent<type>) => void
  readonly newId: () => string
  /** Hears of each answer what was asked, how long it took and how it failed; never what was in it. */
  readonly log?: ((line: string) => void) | undefined
  readonly every?: ((work: () => void, milliseconds: number) => () => void) | undefined
}

/** How often a host hears that a request which may wait for the visitor is still open, in milliseconds (docs/decisions/394). */
const heartbeat = 10_000

/**
 * Answers the host over a port, by the envelope of spec §10 "Frame messages". A message counts only if its number is the next one and a schema has read
 * it; requests of a known type get exactly one answer.
 */
export function serveHost({
  port,
  handlers,
  onEvent,
  newId,
  log,
  every = repeat,
}: Parameters): HostConversation {
  const open = new Map<string, AbortController>()
  let sent = 0
  let heard = 0

  function post(
    message: Omit<Envelope, 'v' | 'seq'> & { readonly payload?: unknown; readonly error?: unknown },
  ) {
    port.postMessage({ v: frameVersion, seq: ++sent, ...message })
  }

  function receive(data: unknown) {
    const plain = plainJson(data)
    if (plain === undefined) return refuse(data)
    const read = v.safeParse(envelope, plain.value)
    if (!read.success || read.output.seq !== heard + 1) return
    heard++
    const message = read.output
    if (message.k === 'cancel') return open.get(message.id)?.abort()
    if (message.k === 'evt') return hear(message.t, message.payload)
    if (message.k === 'req') void answer(message)
  }

  /** A request that is too large or no JSON gets an answer too: the host would wait. */
  function refuse(data: unknown) {
    if (typeof data !== 'object' || data === null) return
    const { id, t, k, seq } = data as { readonly [name: string]: unknown }
    if (k !== 'req' || seq !== heard + 1 || typeof id !== 'string' || typeof t !== 'string') return
    heard++
    const named = v.safeParse(envelope, { v: frameVersion, k, t, id, seq })
    if (named.success)
      post({ k: 'res', t, id, error: { code: 'too_large', message: 'The message is too large' } })
  }

  function hear(type: string, payload: unknown) {
    if (!Object.hasOwn(hostEvents, type)) return
    const name = type as HostEventType
    const read = v.safeParse(hostEvents[name], payload ?? {})
    if (read.success) onEvent(name, read.output)
  }

  async function answer({ id, t, payload }: Extract<Envelope, { k: 'req' }>) {
    // The same id twice: the first one goes on.
    if (open.has(id)) return
    if (!Object.hasOwn(frameRequests, t))
      return fail(id, t, { code: 'unsupported', message: 'Unknown request' })
    if (open.size >= openLimit) return fail(id, t, { code: 'pending', message: 'Too many requests are open' })
    const type = t as FrameRequestType
    const schema: v.GenericSchema = frameRequests[type].payload
    const read = v.safeParse(schema, payload ?? {})
    if (!read.success) return fail(id, t, { code: 'invalid', message: read.issues[0].message.slice(0, 300) })
    const controller = new AbortController()
    open.set(id, controller)
    const since = performance.now()
    const note = (outcome: string) => log?.(`${type} ${Math.round(performance.now() - since)} ms: ${outcome}`)
    const beat = () => post({ k: 'evt', t: 'HEARTBEAT', id: newId(), payload: { id } })
    const mayWait = frameTimeout(type) === undefined
    if (mayWait) beat()
    const stop = mayWait ? every(beat, heartbeat) : () => {}
    let isOwnEnd = false
    const endsItself = () => {
      isOwnEnd = true
    }
    try {
      // The table pairs each type with its own payload; TypeScript cannot follow that through an index.
      const handle = handlers[type] as (payload: unknown, asked: Asked) => unknown
      const result = await untilAborted(
        handle(read.output, { id, signal: controller.signal, endsItself }),
        controller.signal,
        () => isOwnEnd,
      )
      note('answered')
      post(result === undefined ? { k: 'res', t, id } : { k: 'res', t, id, payload: result })
    } catch (error) {
      const failure = toFrameError(error)
      note(failure.code)
      fail(id, t, failure)
    } finally {
      stop()
      open.delete(id)
    }
  }

  function fail(id: string, t: string, error: FrameError) {
    post({ k: 'res', t, id, error })
  }

  port.onmessage = ({ data }) => receive(data)

  return {
    tell: (type, payload) => post({ k: 'evt', t: type, id: newId(), payload }),
  }
}

/** The answer, or the abort if it comes first: a handler may not notice at once that it was given up. */
function untilAborted(answer: unknown, signal: AbortSignal, isOwnEnd: () => boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        if (!isOwnEnd()) reject(signal.reason)
      },
      { once: true },
    )
    Promise.resolve(answer).then(resolve, reject)
  })
}

function repeat(work: () => void, milliseconds: number): () => void {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}
