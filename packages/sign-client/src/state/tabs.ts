import { randomBytes } from '@noble/hashes/utils.js'
import type { Clock } from '../clock.js'
import { systemClock } from '../clock.js'
import { toHex } from '../encoding.js'

/**
 * Coordinates clients that share a storage: the tabs of one site, or two clients on one page.
 */
export type Tabs = {
  /** This client's id. */
  readonly id: string
  /** Runs tasks one at a time across all tabs. */
  exclusive<value>(task: () => Promise<value>): Promise<value>
  /** Sends plain JSON to the other tabs. */
  post(message: unknown): void
  subscribe(listener: (message: unknown) => void): () => void
  /** Returns whether the client with that id is still open. */
  isAlive(id: string): Promise<boolean>
  close(): void
}

/** How long a tab waits for the lock before it takes it from a tab that may be frozen, in milliseconds. */
const lockPatience = 3_000

/** For a storage that no other client uses. */
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
 * Coordinates the tabs of one site by Web Locks and BroadcastChannel. If a browser lacks one of them (plain http,
 * before 2022), that part works only within the page.
 */
export function browserTabs(name: string, clock: Clock = systemClock): Tabs {
  const locks: LockManager | undefined = globalThis.navigator?.locks
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  const id = toHex(randomBytes(8))
  const queue = createQueue()
  const leaving = new AbortController()
  // Held until the page closes or crashes, so that `isAlive` is correct for a crashed tab too.
  locks
    ?.request(
      `${name}tab.${id}`,
      () => new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve())),
    )
    .catch(() => {})

  return {
    id,
    exclusive: <value>(task: () => Promise<value>) =>
      queue<value>(async () => {
        if (locks === undefined) return await task()
        const waiting = new AbortController()
        const cancel = clock.setTimeout(() => waiting.abort(), lockPatience)
        let running: Promise<value> | undefined
        const hold = (options: LockOptions) =>
          locks
            .request(`${name}lock`, options, () => {
              cancel()
              running = task()
              return running
            })
            .catch(() => {})
        await hold({ signal: waiting.signal })
        // Taken from the frozen tab, so that the next task does not wait again.
        if (running === undefined) await hold({ steal: true })
        // The task's own outcome: another tab may have taken the lock from this one.
        return await (running ?? task())
      }),
    post(message) {
      // `postMessage` throws on a closed channel.
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
