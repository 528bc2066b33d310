/** A promise with its `resolve` and `reject`. */
export type Deferred<value> = {
  readonly promise: Promise<value>
  readonly resolve: (value: value) => void
  readonly reject: (error: unknown) => void
}

export function createDeferred<value>(): Deferred<value> {
  let resolve: Deferred<value>['resolve'] = () => {}
  let reject: Deferred<value>['reject'] = () => {}
  const promise = new Promise<value>((settle, fail) => {
    resolve = settle
    reject = fail
  })
  return { promise, resolve, reject }
}
