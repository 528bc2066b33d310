import type { Clock } from './clock.js'
import { untilAborted } from './untilAborted.js'

/** What a promise comes to, for as long as somebody can be let wait. @throws What `late` makes, `patience` ms from now. */
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
