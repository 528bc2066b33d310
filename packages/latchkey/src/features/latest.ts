import type { Kit } from './Kit.js'

/**
 * Begins the newest of a kind of work, and ends the one before: its signal aborts when a newer one begins, or at
 * {@link endLatest}. Only the newest may write what it found.
 *
 * @param key Names the kind of work, in `kit.live`.
 */
export function latest(kit: Kit, key: string): AbortSignal {
  endLatest(kit, key)
  const controller = new AbortController()
  kit.live.set(key, controller)
  return controller.signal
}

/** Ends the work that is under way, if there is any. */
export function endLatest(kit: Kit, key: string): void {
  const running = kit.live.get(key) as AbortController | undefined
  kit.live.delete(key)
  running?.abort()
}
