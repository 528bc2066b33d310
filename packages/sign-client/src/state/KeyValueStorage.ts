/**
 * The client's storage for texts. `localStorage` fits, and so does an asynchronous store. The client tolerates members
 * that throw, reject or hang.
 */
export type KeyValueStorage = {
  getItem(name: string): string | null | undefined | Promise<string | null | undefined>
  setItem(name: string, value: string): unknown
  removeItem(name: string): unknown
}

/** Creates a storage that lasts as long as the page or process. */
export function memoryStorage(): KeyValueStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => void entries.set(name, value),
    removeItem: (name) => void entries.delete(name),
  }
}

/**
 * Returns the browser's local storage, if there is one. Each call accesses it anew, because where it is blocked even
 * reading the property throws.
 */
export function defaultStorage(): KeyValueStorage {
  if (typeof document === 'undefined') return memoryStorage()
  return {
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, value) => localStorage.setItem(name, value),
    removeItem: (name) => localStorage.removeItem(name),
  }
}
