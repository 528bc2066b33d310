import type { Clock } from '../clock.js'
import { isRecord, parseJson } from '../protocol/read.js'
import type { KeyValueStorage } from './KeyValueStorage.js'

/** Typed access to the storage: values are validated, and no call throws or hangs. */
export type Vault = {
  /** `undefined` if the value is missing or invalid; an invalid one is removed. */
  read<value>(name: string, reader: (value: unknown) => value | undefined): Promise<value | undefined>
  /** `undefined` removes the value. */
  write(name: string, value: unknown): Promise<void>
  /** Returns whether the storage has never failed. */
  isWell(): boolean
}

export declare namespace createVault {
  type Parameters = {
    readonly storage: KeyValueStorage
    readonly prefix: string
    readonly clock: Clock
    /** Called when the storage first fails; memory then replaces it for the values that it could not store. */
    readonly onTrouble: (error: unknown) => void
  }
}

/** The version of the stored format. A value of another version is invalid. */
const version = 1

/**
 * How many seconds in a row a call waits. A browser that has just restored its tabs may take several to open IndexedDB; one
 * on iOS may never open it.
 */
const patience = 10

const sizeLimit = 4 * 1024 * 1024

/** Wraps a storage so that its failures do no harm. */
export function createVault({ storage, prefix, clock, onTrouble }: createVault.Parameters): Vault {
  /** The last read and written values, for when the storage fails. */
  const memory = new Map<string, string | null>()
  /** Names whose value in the storage is outdated, because writing failed. */
  const unsaved = new Set<string>()
  let isTroubled = false
  /**
   * Set after the first call without an answer; the storage is not used again, because every call would wait as long.
   */
  let isHanging = false

  async function guarded<value>(task: () => Promise<value>, fallback: value): Promise<value> {
    if (isHanging) return fallback
    let cancel = () => {}
    try {
      return await new Promise((resolve, reject) => {
        // Second by second: a page that slept for long has waited one second only, and the answer comes right after that.
        const wait = (seconds: number) => {
          cancel = clock.setTimeout(() => {
            if (seconds > 1) return wait(seconds - 1)
            isHanging = true
            reject(new Error('The storage does not answer.'))
          }, 1_000)
        }
        wait(patience)
        task().then(resolve, reject)
      })
    } catch (error) {
      if (!isTroubled) {
        isTroubled = true
        onTrouble(error)
      }
      return fallback
    } finally {
      cancel()
    }
  }

  async function readText(name: string): Promise<string | null> {
    const known = memory.get(name) ?? null
    if (unsaved.has(name)) return known
    const text = (await guarded(async () => storage.getItem(name), known)) ?? null
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
    isWell: () => !isTroubled,

    async read(name, reader) {
      const key = prefix + name
      const text = await readText(key)
      if (text === null) return undefined
      const envelope = text.length > sizeLimit ? undefined : parseJson(text)
      const value = isRecord(envelope) && envelope.v === version ? reader(envelope.d) : undefined
      if (value !== undefined) return value
      // It must not fail again on every page load.
      await writeText(key, null)
      return undefined
    },

    write: (name, value) =>
      writeText(prefix + name, value === undefined ? null : JSON.stringify({ v: version, d: value })),
  }
}
