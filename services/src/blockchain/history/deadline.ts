import type { Clock } from '../../shared/clock.js'

/** A time limit for waiting. */
export type Deadline = {
  /** Resolves at that time. */
  readonly passed: Promise<void>
  hasPassed(): boolean
  /** Stops the timer: `passed` then never resolves. */
  cancel(): void
}

/** @param patience Milliseconds from now. */
export function createDeadline(clock: Clock, patience: number): Deadline {
  let hasPassed = false
  let cancel = () => {}
  const passed = new Promise<void>((resolve) => {
    cancel = clock.setTimeout(() => {
      hasPassed = true
      resolve()
    }, patience)
  })
  return { passed, hasPassed: () => hasPassed, cancel }
}
