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
