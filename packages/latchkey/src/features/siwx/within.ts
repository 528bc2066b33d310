import type { Clock } from '../../core/clock.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'

/** What a host's own functions answer, for as long as a visitor can be let wait. @throws `SIWX_INIT_FAILED` */
export async function within<value>(clock: Clock, work: Promise<value>, patience: number): Promise<value> {
  const controller = new AbortController()
  const cancel = clock.setTimeout(() => controller.abort(accountError('SIWX_INIT_FAILED')), patience)
  try {
    return await untilAborted(work, controller.signal)
  } finally {
    cancel()
  }
}
