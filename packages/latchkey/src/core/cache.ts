import type { Clock } from './clock.js'

/** A cache of server data: values expire, requests for one key are shared, and failures have a cooldown. */
export type Cache = {
  get<value>(key: string, options: GetOptions<value>): Promise<value>
  /** Forgets all keys that start with `prefix`. */
  clear(prefix?: string | undefined): void
}

type GetOptions<value> = {
  /** How long a value stays fresh, in milliseconds. */
  readonly maxAge: number
  /** How long after a failure the cache repeats it without asking again, in milliseconds. */
  readonly cooldown?: number | undefined
  /** Asks again although the value is fresh or an unforced request is under way; joins a forced one. */
  readonly isForced?: boolean | undefined
  /** The visitor asks again: that is allowed during a cooldown, but again only some seconds after the last such try. */
  readonly isInsisted?: boolean | undefined
  readonly load: () => Promise<value>
}

type Entry = {
  /** The answer: known, failed, or under way. */
  readonly promise: Promise<unknown>
  /** Until when everybody gets this answer. */
  readonly until: number
  /** While it is under way: whether it was asked for by force, so that another forced reading may join it. */
  readonly isForced?: boolean | undefined
  /** After a failure: from when on a visitor may try again. */
  readonly retryAt?: number | undefined
}

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
    get<value>(key: string, { load, maxAge, cooldown, isForced, isInsisted }: GetOptions<value>) {
      const entry = entries.get(key)
      const isKept = entry !== undefined && entry.until > clock.now()
      const { retryAt } = entry ?? {}
      const isAskedAgain =
        retryAt === undefined ? isForced && !entry?.isForced : isInsisted && retryAt <= clock.now()
      if (isKept && !isAskedAgain) return entry.promise as Promise<value>

      // Returns the newer request's answer where there is one: it knows better than this one.
      const settle = (more?: Omit<Entry, 'promise'>) => {
        const current = entries.get(key)?.promise as Promise<value> | undefined
        if (current !== promise) return current
        entries.delete(key)
        if (more !== undefined) put(key, { promise, ...more })
        return undefined
      }
      const promise: Promise<value> = load().then(
        (value) => settle({ until: clock.now() + maxAge }) ?? value,
        (error: unknown) => {
          const now = clock.now()
          const failure =
            cooldown === undefined
              ? undefined
              : {
                  until: now + cooldown,
                  retryAt: isKept && retryAt !== undefined ? now + insistence : now,
                }
          const newer = settle(failure)
          if (newer === undefined) throw error
          return newer
        },
      )
      put(key, { promise, until: Number.POSITIVE_INFINITY, isForced })
      return promise
    },

    clear(prefix = '') {
      for (const key of [...entries.keys()]) if (key.startsWith(prefix)) entries.delete(key)
    },
  }
}
