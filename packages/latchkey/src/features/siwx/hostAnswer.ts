import type { Clock } from '../../core/clock.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'

/** Waits for a host's own function, at most `patience` ms. @throws `SIWX_INIT_FAILED` */
export function hostAnswer<value>(clock: Clock, patience: number, answer: Promise<value>): Promise<value> {
  return within(clock, patience, answer, () => accountError('SIWX_INIT_FAILED'))
}
