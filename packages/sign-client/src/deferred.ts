import type { Clock } from './clock.js'
import { SignError, type SignErrorCode } from './SignError.js'

/** A promise with external `resolve` and `reject`. The first settlement counts, and late listeners still receive it. */
export type Deferred<value> = {
  readonly promise: Promise<value>
  resolve(value: value): void
  reject(error: unknown): void
}

export function createDeferred<value>(): Deferred<value> {
  let resolve: (value: value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<value>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  // A rejection before the caller listens must not end a Node process.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

/** Creates a deferred that also fails: with `expired` after `patience` milliseconds, and if the caller aborts. */
export function createWait<value>(
  clock: Clock,
  patience: number,
  expired: SignErrorCode,
  signal: AbortSignal | undefined,
): Deferred<value> {
  const deferred = createDeferred<value>()
  const cancel = clock.setTimeout(() => deferred.reject(new SignError(expired)), patience)
  const stop = onAbort(signal, deferred.reject)
  const end = () => {
    cancel()
    stop()
  }
  deferred.promise.then(end, end)
  return deferred
}

/** Calls `listener` with an error if the caller aborts; returns a function that stops this. */
export function onAbort(signal: AbortSignal | undefined, listener: (error: SignError) => void): () => void {
  const abort = () => listener(aborted(signal))
  signal?.addEventListener('abort', abort, { once: true })
  return () => signal?.removeEventListener('abort', abort)
}

export function aborted(signal: AbortSignal | undefined): SignError {
  return new SignError('ABORTED', { cause: signal?.reason })
}

/** Resolves when the work has ended in any way, or when time is up. */
export function atMost(clock: Clock, patience: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(resolve, patience)
    const end = () => {
      cancel()
      resolve()
    }
    work.then(end, end)
  })
}
