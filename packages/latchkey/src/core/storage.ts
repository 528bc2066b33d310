import { isRecord } from '../protocol/checks.js'
import type { LeavingName, SpareName } from '../protocol/storageFacts.js'
import type { StorageItem } from '../protocol/storageItems.js'
import { createEmitter } from './emitter.js'

/** A store of texts by name. Every member may throw; the kit handles that. */
export type StorageBackend = {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
  /** Calls `listener` when another tab changed an entry (`null`: any entry); returns a function that ends this. */
  subscribe?: ((listener: (name: string | null) => void) => () => void) | undefined
  /** Whether a server also reads it to render the page. If so, the account's address is stored too. */
  readonly isSentToServer?: boolean | undefined
}

/** The kit's typed items on a backend. Values that are read satisfy their schema, and no call throws. */
export type Storage = {
  read<value>(item: StorageItem<value>): value | undefined
  /** Returns whether the backend has stored the value; if not, it lasts only as long as the page. */
  write<value>(item: StorageItem<value>, value: value | undefined): boolean
  /** Deletes an item that ends with the last connection, or that nothing depends on. */
  remove(name: LeavingName | SpareName): void
  /** Calls `listener` when another tab changed the item. */
  subscribe(item: StorageItem<unknown>, listener: () => void): () => void
  /** Calls `listener` once, when the backend first fails. From then on this page keeps values in memory. */
  onTrouble(listener: (error: unknown) => void): () => void
}

/** The last value that could not be read, for a bug report. */
const quarantineName = 'latchkey.quarantine' satisfies LeavingName
const sizeLimit = 64 * 1024

/**
 * Wraps a backend so that it never fails: a corrupt entry is moved to quarantine and counts as absent; if the backend
 * throws (blocked, full, gone), memory replaces it as long as the page lives.
 */
export function createStorage(backend: StorageBackend): Storage {
  const memory = new Map<string, string | null>()
  const trouble = createEmitter<unknown>()
  let isTroubled = false

  function guarded<value>(task: () => value, fallback: value): value {
    try {
      return task()
    } catch (error) {
      if (!isTroubled) {
        isTroubled = true
        trouble.emit(error)
      }
      return fallback
    }
  }

  function readText(name: string): string | null {
    const kept = memory.get(name)
    return kept === undefined ? guarded(() => backend.getItem(name), null) : kept
  }

  function writeText(name: string, text: string | null): boolean {
    const isKept = guarded(() => {
      if (text === null) backend.removeItem(name)
      else backend.setItem(name, text)
      return true
    }, false)
    if (isKept) memory.delete(name)
    else memory.set(name, text)
    return isKept
  }

  return {
    read(item) {
      const text = readText(item.name)
      if (text === null) return undefined
      const value = decode(item, text)
      if (value === undefined) {
        if (item.isSecret !== true)
          guarded(() => backend.setItem(quarantineName, `${item.name} ${text.slice(0, 4096)}`), undefined)
        writeText(item.name, null)
      }
      return value
    },

    write(item, value) {
      return writeText(item.name, value === undefined ? null : JSON.stringify({ v: item.version, d: value }))
    },

    remove: (name) => void writeText(name, null),

    subscribe(item, listener) {
      const unsubscribe = guarded(
        () =>
          backend.subscribe?.((name) => {
            if (name === item.name || name === null) listener()
          }),
        undefined,
      )
      return unsubscribe ?? (() => {})
    },

    onTrouble: trouble.subscribe,
  }
}

function decode<value>({ version, read }: StorageItem<value>, text: string): value | undefined {
  if (text.length > sizeLimit) return undefined
  try {
    const envelope: unknown = JSON.parse(text)
    return isRecord(envelope) && envelope.v === version ? read(envelope.d) : undefined
  } catch {
    // Not JSON: the caller moves it to quarantine.
    return undefined
  }
}
