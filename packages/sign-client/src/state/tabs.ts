import { randomBytes } from '@noble/hashes/utils.js'
import type { Clock } from '../clock.js'
import { systemClock } from '../clock.js'
import { toHex } from '../encoding.js'

/**
 * How clients that share a storage keep out of each other's way: the tabs of one site, or two clients on one page.
 * See docs/decisions/010-one-socket-per-tab.md.
 */
export type Tabs = {
  /** This client among them. */
  readonly id: string
  /** Runs tasks one at a time, across all of them. */
  exclusive<value>(task: () => Promise<value>): Promise<value>
  /** Tells the others. Plain JSON. */
  post(message: unknown): void
  subscribe(listener: (message: unknown) => void): () => void
  /** Whether the client of that id is still there. */
  isAlive(id: string): Promise<boolean>
  close(): void
}

/** A tab that froze inside its task must not stop the others for ever. */
const lockPatience = 3_000

/** For a storage nobody else uses. */
export function singleTab(): Tabs {
  const id = toHex(randomBytes(8))
  return {
    id,
    exclusive: createQueue(),
    post() {},
    subscribe: () => () => {},
    isAlive: async (other) => other === id,
    close() {},
  }
}

/**
 * The tabs of one site, by Web Locks and BroadcastChannel. Where a browser lacks one of them (plain http, before 2022),
 * that part works within the page only.
 */
export function browserTabs(name: string, clock: Clock = systemClock): Tabs {
  const locks: LockManager | undefined = globalThis.navigator?.locks
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const id = toHex(randomBytes(8))
  const queue = createQueue()
  const leaving = new AbortController()
  // Held until the page goes, however it goes: that is what makes `isAlive` true of a crashed tab too.
  locks
    ?.request(
      `${name}tab.${id}`,
      () => new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve())),
    )
    .catch(() => {})

  return {
    id,
    exclusive: (task) =>
      queue(async () => {
        if (locks === undefined) return await task()
        const waiting = new AbortController()
        const cancel = clock.setTimeout(() => waiting.abort(), lockPatience)
        let isRunning = false
        try {
          return await locks.request(`${name}lock`, { signal: waiting.signal }, () => {
            isRunning = true
            cancel()
            return task()
          })
        } catch (error) {
          if (isRunning || !waiting.signal.aborted) throw error
          return await task()
        } finally {
          cancel()
        }
      }),
    post(message) {
      // A closed channel throws.
      if (!leaving.signal.aborted) channel?.postMessage(message)
    },
    subscribe(listener) {
      const onMessage = (event: MessageEvent) => listener(event.data)
      channel?.addEventListener('message', onMessage)
      return () => channel?.removeEventListener('message', onMessage)
    },
    async isAlive(other) {
      if (other === id || locks === undefined) return other === id
      const { held = [] } = await locks.query()
      return held.some((lock) => lock.name === `${name}tab.${other}`)
    },
    close() {
      leaving.abort()
      channel?.close()
    },
  }
}

/** Runs tasks one after the other; one that fails does not stop the next. */
export function createQueue(): <value>(task: () => Promise<value>) => Promise<value> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = last.then(task)
    last = run.catch(() => {})
    return run
  }
}
