import type { StorageBackend } from '../core/storage.js'

/** A browser's storage as its tabs see it: what one writes the others read, and are told of. */
export function mockTabs(): { readonly open: () => StorageBackend } {
  const entries = new Map<string, string>()
  const tabs = new Set<Set<(name: string | null) => void>>()

  function open(): StorageBackend {
    const listeners = new Set<(name: string | null) => void>()
    tabs.add(listeners)
    const tellOthers = (name: string) => {
      for (const others of tabs) {
        if (others !== listeners) for (const listener of [...others]) listener(name)
      }
    }
    return {
      getItem: (name) => entries.get(name) ?? null,
      setItem(name, value) {
        // As browsers do: writing what is there already is no news.
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
