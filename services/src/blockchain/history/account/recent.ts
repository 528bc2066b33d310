import type { Clock } from '../../../shared/clock.js'

/** Remembers the last values for a while. */
export function createRecent<key, value>(
  { steadyNow }: Pick<Clock, 'steadyNow'>,
  { age, limit }: { readonly age: number; readonly limit: number },
) {
  const kept = new Map<key, { readonly value: value; readonly until: number }>()
  return {
    get(key: key): value | undefined {
      const found = kept.get(key)
      return found !== undefined && steadyNow() < found.until ? found.value : undefined
    },
    keep(key: key, value: value): value {
      kept.delete(key)
      kept.set(key, { value, until: steadyNow() + age })
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        kept.delete(oldest)
      }
      return value
    },
  }
}
