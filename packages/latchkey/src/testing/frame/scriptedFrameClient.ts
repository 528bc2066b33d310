import { createEmitter } from '../../core/emitter.js'
import type { FrameClient, FrameNews, FrameRequestOptions } from '../../core/FrameClient.js'
import { untilAborted } from '../../core/untilAborted.js'
import { KitError } from '../../protocol/errors.js'
import type { FrameRequestType } from '../../protocol/frame/messages.js'

/** A wallet's answer to each type of request: a value, or a function that returns or throws one. */
export type FrameScript = {
  readonly [type in FrameRequestType]?: unknown | ((payload: never) => unknown)
}

export type ScriptedFrameClient = FrameClient & {
  /** The requests, oldest first: their types and payloads. */
  readonly asked: readonly (readonly [type: FrameRequestType, payload: unknown])[]
  readonly told: readonly (readonly [type: string, payload: unknown])[]
  readonly options: readonly FrameRequestOptions[]
  isStopped: boolean
  reloads: number
  emit(news: FrameNews): void
}

/** A frame client without a frame, whose answers a test scripts. A request that the test did not script throws. */
export function scriptedFrameClient(script: FrameScript): ScriptedFrameClient {
  const news = createEmitter<FrameNews>()
  const asked: (readonly [FrameRequestType, unknown])[] = []
  const told: (readonly [string, unknown])[] = []
  const options: FrameRequestOptions[] = []
  const client: ScriptedFrameClient = {
    asked,
    told,
    options,
    isStopped: false,
    reloads: 0,
    emit: news.emit,
    subscribe: news.subscribe,
    element: () => undefined,
    tell: (type, payload) => void told.push([type, payload]),
    isShown: () => false,
    show: () => {},
    hide: () => {},
    reload: () => void client.reloads++,
    stop() {
      client.isStopped = true
    },
    async request(type, payload, given = {}) {
      asked.push([type, payload])
      options.push(given)
      if (!Object.hasOwn(script, type)) throw new Error(`scriptedFrameClient: unexpected ${type}`)
      const answer: unknown = script[type]
      const signal = given.signal ?? new AbortController().signal
      const perform = async () => (typeof answer === 'function' ? answer(payload) : answer) as never
      return untilAborted(perform(), signal).catch((error) => {
        throw signal.aborted ? new KitError('REQUEST_ABORTED') : error
      })
    },
  }
  return client
}
