import type { Clock } from './clock.js'
import { untilAborted } from './untilAborted.js'

/** Waits for a promise, at most `patience` ms. @throws The error that `late` makes, after that time. */
export async function within<value>(
  clock: Clock,
  patience: number,
  promise: Promise<value>,
  late: () => Error,
): Promise<value> {
  const controller = new AbortController()
  const cancel = clock.setTimeout(() => controller.abort(late()), patience)
  try {
    return await untilAborted(promise, controller.signal)
  } finally {
    cancel()
  }
}
