import type { Clock } from '../../core/clock.js'
import { within } from '../../core/within.js'
import { accountError } from '../../protocol/accountErrors.js'

/** What a host's own functions answer, for as long as a visitor can be let wait. @throws `SIWX_INIT_FAILED` */
export function hostAnswer<value>(clock: Clock, patience: number, answer: Promise<value>): Promise<value> {
  return within(clock, patience, answer, () => accountError('SIWX_INIT_FAILED'))
}
