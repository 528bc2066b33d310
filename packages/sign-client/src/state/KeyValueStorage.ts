/**
 * Where the client keeps its texts. `localStorage` fits as it is, and so does an asynchronous store. Every member may
 * throw, reject or hang: the client expects it.
 */
export type KeyValueStorage = {
  getItem(name: string): string | null | undefined | Promise<string | null | undefined>
  setItem(name: string, value: string): unknown
  removeItem(name: string): unknown
}

/** Keeps things until the page or process goes. */
export function memoryStorage(): KeyValueStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
}

/** The browser's local storage where there is one. It is touched only inside each call: where it is blocked, even reading the property throws. */
export function defaultStorage(): KeyValueStorage {
  if (typeof document === 'undefined') return memoryStorage()
  return {
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, value) => localStorage.setItem(name, value),
    removeItem: (name) => localStorage.removeItem(name),
  }
}
