import * as v from 'valibot'
import { createDeferred } from '../core/deferred.js'
import { createEmitter } from '../core/emitter.js'
import type { FrameClient, FrameNews, FrameRequestOptions } from '../core/FrameClient.js'
import { accountError } from '../protocol/accountErrors.js'
import { embeddedError } from '../protocol/embeddedErrors.js'
import { KitError } from '../protocol/errors.js'
import { consentLimit, openLimit } from '../protocol/frame/envelope.js'
import { type FrameAnswer, type FrameRequestType, frameRequests } from '../protocol/frame/messages.js'
import { walletError } from '../protocol/walletErrors.js'
import { hideFrame, placeFrame } from './createFrameElement.js'
import type { FrameAsk } from './FrameAsk.js'
import type { FrameClientParameters } from './FrameClientParameters.js'
import { keepFrame } from './keepFrame.js'
import { plainJson } from './plainJson.js'
import { schemaText } from './schemaText.js'

/**
 * Makes the host's end of the embedded wallet's frame; it mounts the frame with the first request. Requests wait until
 * the frame takes them, are numbered and have random ids, and each can be given up alone.
 */
export function createFrameClient(parameters: createFrameClient.Parameters): FrameClient {
  const { wallet, newId } = parameters
  const news = createEmitter<FrameNews>()
  /** From the call until the answer, in the order of the calls. */
  const asks = new Set<FrameAsk>()
  const frame = keepFrame({
    ...parameters,
    onEvent: news.emit,
    onSettled: (ask) => asks.delete(ask),
    onOpen: () => {
      // Who hears READY may have asked already.
      for (const ask of asks) if (!frame.wasSent(ask)) frame.send(ask)
    },
    onLost(error, isFinal) {
      news.emit({ type: 'LOST' })
      for (const ask of [...asks]) {
        // What no frame has been told yet waits for the next one.
        if (isFinal || frame.wasSent(ask)) end(ask, error)
      }
    },
  })

  function end(ask: FrameAsk, error: KitError) {
    asks.delete(ask)
    ask.reject(error)
  }

  function refusal(isConsent: boolean): KitError | undefined {
    const consents = [...asks].filter(({ options }) => options.isConsent).length
    const isFull = asks.size >= openLimit || (isConsent && consents > consentLimit)
    return isFull ? walletError('REQUEST_ALREADY_PENDING', { slots: { wallet } }) : undefined
  }

  function read(type: FrameRequestType, payload: unknown): unknown {
    const plain = plainJson(payload ?? {})
    if (plain === undefined) throw accountError('REQUEST_TOO_LARGE')
    const result = v.safeParse(frameRequests[type].payload as v.GenericSchema, plain.value)
    if (result.success) return result.output
    throw accountError('REQUEST_INVALID', { slots: { wallet }, details: schemaText(result.issues[0]) })
  }

  async function request<type extends FrameRequestType>(
    type: type,
    payload?: unknown,
    options: FrameRequestOptions = {},
  ): Promise<FrameAnswer<type>> {
    const { signal } = options
    signal?.throwIfAborted()
    const plain = read(type, payload)
    const full = refusal(options.isConsent === true)
    if (full !== undefined) throw full
    const { promise, resolve, reject } = createDeferred<unknown>()
    const ask: FrameAsk = { id: newId(), type, payload: plain, options, resolve, reject }
    asks.add(ask)
    const onAbort = () => {
      if (!asks.has(ask)) return
      if (frame.wasSent(ask)) frame.cancel(ask)
      else end(ask, options.isCareful ? embeddedError('REQUEST_WITHDRAWN') : new KitError('REQUEST_ABORTED'))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    if (frame.isOpen()) frame.send(ask)
    else frame.open()
    try {
      // The answer has been read by the schema of the type.
      return (await promise) as FrameAnswer<type>
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** The frame that is shown: one that follows it after a restart is not. */
  let shown: HTMLIFrameElement | undefined
  const isShown = () => shown !== undefined && shown === frame.element()

  return {
    request,
    tell: frame.tell,
    isShown,
    show(place, focus) {
      const element = frame.element()
      if (element === undefined) return
      const isNew = !isShown()
      shown = element
      placeFrame(element, place)
      if (isNew || focus !== undefined) frame.tell('SHOWN', { isShown: true, ...(focus && { focus }) })
      if (focus !== undefined) element.focus({ preventScroll: true })
    },
    hide() {
      if (shown === undefined) return
      if (isShown()) frame.tell('SHOWN', { isShown: false })
      // Hidden, it cannot keep the focus.
      shown.blur()
      hideFrame(shown)
      shown = undefined
    },
    subscribe: news.subscribe,
    element: frame.element,
    reload: frame.reload,
    stop: frame.stop,
  }
}

export declare namespace createFrameClient {
  type Parameters = FrameClientParameters
}
