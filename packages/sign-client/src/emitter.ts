/** Listeners by event name. An error in one does not stop the others; it is reported asynchronously. */
export type Emitter<events> = {
  emit<name extends keyof events>(name: name, payload: events[name]): void
  /** Adds a listener; returns a function that removes it. */
  on<name extends keyof events>(name: name, listener: (payload: events[name]) => void): () => void
  has(name: keyof events): boolean
}

export function createEmitter<events>(): Emitter<events> {
  const listeners = new Map<keyof events, Set<(payload: never) => void>>()
  return {
    emit(name, payload) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(payload as never)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
    on(name, listener) {
      const entry = (payload: never) => listener(payload)
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(entry))
      return () => {
        set.delete(entry)
      }
    },
    has: (name) => (listeners.get(name)?.size ?? 0) > 0,
  }
}
