import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../shared/clock.js'

/** The time that an indexer takes for an answer. While its calls wait for their turn, it stands still. */
export type WorkTime = {
  /** Resolves when the indexer has taken as long as it may. */
  readonly passed: Promise<void>
  /** Runs work whose calls count. */
  during<value>(work: () => value): value
}

type Running = { start(): () => void }

const current = new AsyncLocalStorage<Running>()

/** Returns what measures the calls of the current work. Its `start` returns what ends the measuring of that call. */
export function currentWorkTime(): Running {
  return current.getStore() ?? { start: () => () => {} }
}

/** @param limit Milliseconds that the calls may take together. */
export function createWorkTime(clock: Clock, limit: number): WorkTime {
  let left = limit
  let calls = 0
  let since = 0
  let cancel = () => {}
  let pass = () => {}
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })

  function stop() {
    calls--
    if (calls > 0) return
    cancel()
    left -= clock.steadyNow() - since
  }

  const running: Running = {
    start() {
      calls++
      if (calls === 1) {
        since = clock.steadyNow()
        cancel = clock.setTimeout(pass, left)
      }
      return stop
    },
  }
  return { passed, during: (work) => current.run(running, work) }
}
