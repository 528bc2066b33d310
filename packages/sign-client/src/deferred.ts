/** A promise that others settle. It is sticky: a settlement before anybody listens is not lost, and counts once. */
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
  // A caller may look at the promise late or never: a rejection nobody awaits yet must not end a Node process.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
