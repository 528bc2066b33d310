import type { Clock } from '../clock.js'
import { isRecord, parseJson } from '../protocol/read.js'
import type { KeyValueStorage } from './KeyValueStorage.js'

/** The client's values on a storage: what is read has passed its reader, and no call throws or hangs. */
export type Vault = {
  /** `undefined` when there is none, or when it cannot be read: then it has been put aside. */
  read<value>(name: string, reader: (value: unknown) => value | undefined): Promise<value | undefined>
  /** `undefined` removes. */
  write(name: string, value: unknown): Promise<void>
}

export declare namespace createVault {
  type Parameters = {
    readonly storage: KeyValueStorage
    readonly prefix: string
    readonly clock: Clock
    /** Called when the storage first fails; from then on memory stands in for what it could not keep. */
    readonly onTrouble: (error: unknown) => void
  }
}

/** The stored form's version. A value of another version counts as unreadable. */
const version = 1

/** Longer than any honest store takes; IndexedDB on a first open in iOS may never answer at all. */
const patience = 2_000

const sizeLimit = 4 * 1024 * 1024

/** Wraps a storage so that it cannot hurt. */
export function createVault({ storage, prefix, clock, onTrouble }: createVault.Parameters): Vault {
  /** What was last read and written, for when the storage fails. */
  const memory = new Map<string, string | null>()
  /** What the storage could not take: its own copy is out of date. */
  const unsaved = new Set<string>()
  let isTroubled = false
  /** It did not answer once: it is not asked again, for every call would wait as long. */
  let isHanging = false

  async function guarded<value>(task: () => value | Promise<value>, fallback: value): Promise<value> {
    if (isHanging) return fallback
    try {
      const result = task()
      return result instanceof Promise ? await withPatience(result) : result
    } catch (error) {
      if (!isTroubled) {
        isTroubled = true
        onTrouble(error)
      }
      return fallback
    }
  }

  function withPatience<value>(promise: Promise<value>): Promise<value> {
    return new Promise((resolve, reject) => {
      const cancel = clock.setTimeout(() => {
        isHanging = true
        reject(new Error('The storage does not answer.'))
      }, patience)
      promise.then(resolve, reject).finally(cancel)
    })
  }

  async function readText(name: string): Promise<string | null> {
    const known = memory.get(name) ?? null
    if (unsaved.has(name)) return known
    const text = (await guarded(() => storage.getItem(name), known)) ?? null
    memory.set(name, text)
    return text
  }

  async function writeText(name: string, text: string | null) {
    memory.set(name, text)
    const isKept = await guarded(async () => {
      await (text === null ? storage.removeItem(name) : storage.setItem(name, text))
      return true
    }, false)
    if (isKept) unsaved.delete(name)
    else unsaved.add(name)
  }

  return {
    async read(name, reader) {
      const key = prefix + name
      const text = await readText(key)
      if (text === null) return undefined
      const envelope = text.length > sizeLimit ? undefined : parseJson(text)
      const value = isRecord(envelope) && envelope.v === version ? reader(envelope.d) : undefined
      if (value !== undefined) return value
      // One entry, for a bug report. A damaged value must not come back with every page load.
      await writeText(`${prefix}quarantine`, `${key} ${text.slice(0, 4096)}`)
      await writeText(key, null)
      return undefined
    },

    write: (name, value) =>
      writeText(prefix + name, value === undefined ? null : JSON.stringify({ v: version, d: value })),
  }
}
