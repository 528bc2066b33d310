type Port = {
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
}

/** A port or a worker, as code that also runs on ports of tests uses it. */
export function plainPort(port: MessagePort | Worker): Port {
  let listener: Port['onmessage'] = null
  const plain: Port = {
    postMessage: (message) => port.postMessage(message),
    get onmessage() {
      return listener
    },
    set onmessage(next) {
      listener = next
      port.onmessage = next === null ? null : ({ data }: MessageEvent) => next({ data })
    },
  }
  return plain
}
