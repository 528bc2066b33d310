import { PasskeyError } from '../page/passkeys.js'
import { SiteError, type WorkerError } from '../page/toFrameError.js'
import type { PageApi, WorkerApi } from './walletApi.js'

// The messages between the page and its worker. Both have functions that the other calls; each call is one message and one reply.

type Call = { readonly call: number; readonly name: string; readonly values: readonly unknown[] }
type Reply =
  | { readonly reply: number; readonly result: unknown }
  | { readonly reply: number; readonly error: WorkerError | { readonly passkey: PasskeyError['reason'] } }

/** The server has ended the session, or another tab has logged in or out. */
export type WorkerEvent = 'signedOut' | 'changed'

type Port = {
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

type Api = { readonly [name: string]: (...values: never[]) => Promise<unknown> }

/** Speaks with the other side: answers with `own`, and returns the other's functions. */
function speak<theirs>(
  port: Port,
  own: Api,
  toError: (error: unknown) => WorkerError,
  onEvent?: (event: WorkerEvent) => void,
): theirs {
  const open = new Map<number, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>()
  let count = 0

  async function answer({ call, name, values }: Call) {
    try {
      if (!Object.hasOwn(own, name)) throw new TypeError(`${name} is no call`)
      const run = own[name] as unknown as (...all: readonly unknown[]) => Promise<unknown>
      port.postMessage({ reply: call, result: await run(...values) } satisfies Reply)
    } catch (error) {
      const told = error instanceof PasskeyError ? { passkey: error.reason } : toError(error)
      port.postMessage({ reply: call, error: told } satisfies Reply)
    }
  }

  port.onmessage = ({ data }) => {
    const message = data as Call | Reply | { readonly event: WorkerEvent }
    if ('event' in message) return onEvent?.(message.event)
    if ('call' in message) return void answer(message)
    const waiting = open.get(message.reply)
    open.delete(message.reply)
    if ('result' in message) return waiting?.resolve(message.result)
    const { error } = message
    waiting?.reject('passkey' in error ? new PasskeyError(error.passkey) : toSiteError(error))
  }
  const ask =
    (name: string) =>
    (...values: unknown[]) =>
      new Promise((resolve, reject) => {
        const call = ++count
        open.set(call, { resolve, reject })
        port.postMessage({ call, name, values } satisfies Call)
      })
  // Every member of both interfaces is a function that answers with a promise.
  return new Proxy({} as theirs & object, { get: (_target, name) => ask(String(name)) })
}

function toSiteError({ code, message, ...more }: WorkerError): SiteError {
  return new SiteError(code, message, more)
}

/** The page's side: the worker's functions as those of an object. */
export function connectWorker(port: Port, page: PageApi, onEvent: (event: WorkerEvent) => void): WorkerApi {
  return speak<WorkerApi>(port, page, () => ({ code: 'failed', message: 'An error occurred' }), onEvent)
}

/** The worker's side: answers the page, and returns the page's functions. */
export function servePage(port: Port, api: WorkerApi, toError: (error: unknown) => WorkerError): PageApi {
  return speak<PageApi>(port, api, toError)
}
