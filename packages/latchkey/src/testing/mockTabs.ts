import type { StorageBackend } from '../core/storage.js'

/**
 * A browser's storage shared by tabs: when one writes, the others receive the change and an event.
 *
 * @param deliver Delivers an event. By default at once; a browser delivers it later, and in another order than messages
 *   of another kind.
 */
export function mockTabs(deliver: (event: () => void) => void = (event) => event()): {
  readonly open: () => StorageBackend
} {
  const entries = new Map<string, string>()
  const tabs = new Set<Set<(name: string | null) => void>>()

  function open(): StorageBackend {
    const listeners = new Set<(name: string | null) => void>()
    tabs.add(listeners)
    const tellOthers = (name: string) => {
      for (const others of tabs) {
        if (others !== listeners) for (const listener of [...others]) deliver(() => listener(name))
      }
    }
    return {
      getItem: (name) => entries.get(name) ?? null,
      setItem(name, value) {
        // As in browsers: writing an unchanged value fires no event.
        if (entries.get(name) === value) return
        entries.set(name, value)
        tellOthers(name)
      },
      removeItem(name) {
        if (entries.delete(name)) tellOthers(name)
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }

  return { open }
}
