/** Listeners by event name. One that throws does not silence the others: its error is reported out of line. */
export type Emitter<events> = {
  emit<name extends keyof events>(name: name, payload: events[name]): void
  /** Returns its cancellation. */
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
