import type { Clock } from './clock.js'

/** A cache of server data: values expire, requests for one key are shared, and failures have a cooldown. */
export type Cache = {
  get<value>(key: string, options: GetOptions<value>): Promise<value>
  /** The value under `key` if it is there and fresh. */
  peek<value>(key: string): value | undefined
  /** Forgets all keys that start with `prefix`. */
  clear(prefix?: string | undefined): void
}

type GetOptions<value> = {
  /** How long a value stays fresh, in milliseconds. */
  readonly maxAge: number
  /** How long after a failure the cache repeats it without asking again, in milliseconds. */
  readonly cooldown?: number | undefined
  /** Asks again although the value is fresh; still joins a request that is under way. */
  readonly isForced?: boolean | undefined
  /** The visitor asks again: that is allowed during a cooldown, but again only some seconds after the last such try. */
  readonly isInsisted?: boolean | undefined
  readonly load: () => Promise<value>
}

type Entry =
  | { readonly type: 'value'; readonly value: unknown; readonly staleAt: number }
  | {
      readonly type: 'failure'
      readonly error: unknown
      readonly openAt: number
      /** From when on a visitor may try again. */
      readonly retryAt: number
    }
  | { readonly type: 'pending'; readonly promise: Promise<unknown> }

const capacity = 500
/** Between two tries of a visitor during a cooldown, in milliseconds. */
const insistence = 3_000

export function createCache(clock: Clock): Cache {
  const entries = new Map<string, Entry>()

  function put(key: string, entry: Entry) {
    // Re-inserting keeps the map in order of use: the first key is the one to evict.
    entries.delete(key)
    entries.set(key, entry)
    const oldest = entries.keys().next().value
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest)
  }

  return {
    get<value>(key: string, options: GetOptions<value>): Promise<value> {
      const entry = entries.get(key)
      if (entry?.type === 'pending') return entry.promise as Promise<value>
      if (entry?.type === 'value' && entry.staleAt > clock.now() && options.isForced !== true) {
        return Promise.resolve(entry.value as value)
      }
      const isCooling = entry?.type === 'failure' && entry.openAt > clock.now()
      if (isCooling && (options.isInsisted !== true || entry.retryAt > clock.now()))
        return Promise.reject(entry.error)

      const isCurrent = () => {
        const current = entries.get(key)
        return current?.type === 'pending' && current.promise === promise
      }
      const promise: Promise<value> = options.load().then(
        (value) => {
          if (isCurrent()) put(key, { type: 'value', value, staleAt: clock.now() + options.maxAge })
          return value
        },
        (error: unknown) => {
          if (isCurrent()) {
            entries.delete(key)
            if (options.cooldown !== undefined) {
              const now = clock.now()
              const retryAt = isCooling ? now + insistence : now
              put(key, { type: 'failure', error, openAt: now + options.cooldown, retryAt })
            }
          }
          throw error
        },
      )
      put(key, { type: 'pending', promise })
      return promise
    },

    peek<value>(key: string): value | undefined {
      const entry = entries.get(key)
      return entry?.type === 'value' && entry.staleAt > clock.now() ? (entry.value as value) : undefined
    },

    clear(prefix = '') {
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) entries.delete(key)
    },
  }
}
