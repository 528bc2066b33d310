import type { Clock } from '../../../shared/clock.js'

/** Values are kept for this many times as long as it took to read them, if that is longer. */
const timesReading = 20

/** Remembers the last values for a while, those that took long to read for longer, but none longer than `longest`. */
export function createRecent<key, value>(
  { steadyNow }: Pick<Clock, 'steadyNow'>,
  { age, longest, limit }: { readonly age: number; readonly longest: number; readonly limit: number },
) {
  const kept = new Map<key, { readonly value: value; readonly until: number }>()
  return {
    get(key: key): value | undefined {
      const found = kept.get(key)
      return found !== undefined && steadyNow() < found.until ? found.value : undefined
    },
    async keep(key: key, read: () => Promise<value>): Promise<value> {
      const start = steadyNow()
      const value = await read()
      const now = steadyNow()
      kept.delete(key)
      const duration = Math.min(Math.max(age, timesReading * (now - start)), longest)
      kept.set(key, { value, until: now + duration })
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        kept.delete(oldest)
      }
      return value
    },
  }
}
