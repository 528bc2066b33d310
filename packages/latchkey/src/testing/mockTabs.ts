import type { StorageBackend } from '../core/storage.js'

/** The storage of so many tabs of one browser: what one writes the others read, and are told of. */
export function mockTabs(count: number): readonly StorageBackend[] {
  const entries = new Map<string, string>()
  const tabs = Array.from({ length: count }, () => new Set<(name: string | null) => void>())

  function tellOthers(tab: number, name: string) {
    for (const [index, listeners] of tabs.entries()) {
      if (index !== tab) for (const listener of [...listeners]) listener(name)
    }
  }

  return tabs.map((listeners, tab) => ({
    getItem: (name) => entries.get(name) ?? null,
    setItem(name, value) {
      // As browsers do: writing what is there already is no news.
      if (entries.get(name) === value) return
      entries.set(name, value)
      tellOthers(tab, name)
    },
    removeItem(name) {
      if (entries.delete(name)) tellOthers(tab, name)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }))
}
