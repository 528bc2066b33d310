import { createQueue, type Tabs } from '../state/tabs.js'

/** Simulates Web Locks and BroadcastChannel for the tabs of one site, in memory. */
export function createMemoryTabs(): { open(id: string): Tabs & { freeze(): void; thaw(): void } } {
  const queue = createQueue()
  const open = new Map<string, (message: unknown) => void>()
  return {
    open(id) {
      const listeners = new Set<(message: unknown) => void>()
      let isFrozen = false
      open.set(id, (message) => {
        // A frozen page loses messages, like one in the back/forward cache.
        if (!isFrozen) for (const listener of listeners) listener(structuredClone(message))
      })
      return {
        id,
        exclusive: queue,
        post(message) {
          for (const [other, receive] of open) if (other !== id) queueMicrotask(() => receive(message))
        },
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        isAlive: async (other) => open.has(other),
        close: () => void open.delete(id),
        freeze() {
          isFrozen = true
        },
        thaw() {
          isFrozen = false
        },
      }
    },
  }
}
