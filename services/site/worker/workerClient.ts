import type { FrameError } from 'latchkey/frame'
import { SiteError } from '../page/toFrameError.js'
import type { WorkerApi } from './walletApi.js'

/** A call to the worker, and its end. */
export type WorkerCall = {
  readonly id: number
  readonly name: keyof WorkerApi
  readonly values: readonly unknown[]
}
export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: FrameError }
  /** The session has ended by itself, or a thing that surfaces show has changed in another tab. */
  | { readonly event: 'signedOut' | 'changed' }

type Port = {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

/** The worker's functions as those of an object; each call is one message and one reply. */
export function connectWorker(port: Port, onEvent: (event: 'signedOut' | 'changed') => void): WorkerApi {
  const open = new Map<number, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>()
  let count = 0
  port.onmessage = ({ data }) => {
    const reply = data as WorkerReply
    if ('event' in reply) return onEvent(reply.event)
    const waiting = open.get(reply.id)
    open.delete(reply.id)
    if ('error' in reply) {
      const { code, message, ...more } = reply.error
      waiting?.reject(new SiteError(code, message, more))
    } else waiting?.resolve(reply.result)
  }
  const call =
    (name: keyof WorkerApi) =>
    (...values: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++count
        open.set(id, { resolve, reject })
        port.postMessage({ id, name, values } satisfies WorkerCall)
      })
  // Every member is a function that answers with a promise.
  return new Proxy({} as WorkerApi, { get: (_target, name) => call(name as keyof WorkerApi) })
}

/** Answers the page's calls with an object's functions. `toError` says what the page is told of a failure. */
export function serveWorker(
  port: Port,
  api: WorkerApi,
  toError: (error: unknown) => FrameError,
): (event: 'signedOut' | 'changed') => void {
  port.onmessage = ({ data }) => {
    const { id, name, values } = data as WorkerCall
    const run = async () => {
      if (!Object.hasOwn(api, name)) throw new TypeError(`${name} is no call`)
      return (api[name] as (...all: readonly unknown[]) => Promise<unknown>)(...values)
    }
    run().then(
      (result) => port.postMessage({ id, result } satisfies WorkerReply),
      (error: unknown) => port.postMessage({ id, error: toError(error) } satisfies WorkerReply),
    )
  }
  return (event) => port.postMessage({ event } satisfies WorkerReply)
}
