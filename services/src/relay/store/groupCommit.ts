import type { Clock } from '../../shared/clock.js'

/** How long work without a caller waits to share a commit, in milliseconds. */
const delay = 100

/** The work of one call, done inside the group's transaction; a waiting call is answered after the commit. */
type Work = {
  apply(): void
  readonly caller?: { done(): void; fail(error: unknown): void } | undefined
}

export type GroupCommit = {
  /** Resolves with the work's result once its group is on disk. */
  enqueue<result>(work: () => result): Promise<result>
  /** Does work shortly, without reporting a failure. */
  enqueueQuietly(work: () => void): void
  /** Resolves when all work enqueued before is written. */
  settled(): Promise<void>
  /** Writes pending work. Nothing may be enqueued afterwards. */
  close(): Promise<void>
}

/**
 * Groups work into transactions: work that arrives while the disk is busy shares the next commit, so throughput does
 * not depend on the disk's commit rate. Work is done in the order it was enqueued.
 *
 * @param transact Runs its argument inside a transaction, possibly several times.
 */
export function createGroupCommit(clock: Clock, transact: (work: () => void) => Promise<void>): GroupCommit {
  let queue: Work[] = []
  let running: Promise<void> | undefined
  let cancelDelay: (() => void) | undefined

  async function run(): Promise<void> {
    // Wait one turn of the event loop, so that all frames that have already arrived join the group.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.some((work) => work.caller !== undefined)) await commitGroup()
    running = undefined
    if (queue.length > 0) runLater()
  }

  async function commitGroup(): Promise<void> {
    const group = queue
    queue = []
    try {
      await transact(() => {
        for (const { apply } of group) apply()
      })
    } catch (error) {
      for (const { caller } of group) caller?.fail(error)
      return
    }
    for (const { caller } of group) caller?.done()
  }

  function enqueue<result>(work: () => result): Promise<result> {
    return new Promise((resolve, fail) => {
      let result: result
      const apply = () => {
        result = work()
      }
      queue.push({ apply, caller: { done: () => resolve(result), fail } })
      running ??= run()
    })
  }

  async function settled(): Promise<void> {
    if (running !== undefined || queue.length > 0) await enqueue(() => undefined)
  }

  function runLater(): void {
    cancelDelay ??= clock.setTimeout(() => {
      cancelDelay = undefined
      // No caller waits for this work, and the caller did not cause its loss.
      settled().catch(() => undefined)
    }, delay)
  }

  return {
    enqueue,
    enqueueQuietly(apply) {
      queue.push({ apply })
      if (running === undefined) runLater()
    },
    settled,
    async close() {
      cancelDelay?.()
      // A write that fails now cannot be retried; its caller has been told.
      await enqueue(() => undefined).catch(() => undefined)
    },
  }
}
