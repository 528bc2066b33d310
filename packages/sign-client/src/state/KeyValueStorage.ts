/**
 * The client's storage for texts. The client tolerates members that throw, reject or hang. If several tabs share it, a tab
 * must read what another has written before. `localStorage` does not promise that: browsers pass its changes on to other
 * processes later.
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
