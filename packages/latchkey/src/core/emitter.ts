/** A set of listeners. If one throws, the others are still called, and its error is reported asynchronously. */
export type Emitter<event> = {
  emit(event: event): void
  subscribe(listener: (event: event) => void): () => void
}

export function createEmitter<event>(): Emitter<event> {
  const listeners = new Set<(event: event) => void>()
  return {
    emit(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    subscribe(listener) {
      // Wrapped, so that one function subscribed twice is two subscriptions.
      const entry = (event: event) => listener(event)
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
  }
}
