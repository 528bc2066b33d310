import type { ConnectorInfo, LateAnswer } from '../../core/connector.js'
import { defineSlot } from '../../core/slots.js'
import type { Kit } from '../Kit.js'

export type HeardAnswer = { readonly connectorId: string; readonly late: LateAnswer }

/** The answers to requests of an earlier page life that nothing has taken in yet. A wallet gives each of them once. */
const waiting = defineSlot<HeardAnswer[]>('connection.lateAnswers')
/** What takes them in, once it is there (`features/startLater.ts`). */
export const takerSlot = defineSlot<() => void>('connection.takeLateAnswers')

/** Keeps an answer until something takes it in: the code for that may come later than the answer, or fail to load. */
export function hearLateAnswer(kit: Kit, { id }: ConnectorInfo, late: LateAnswer): void {
  keepForLater(kit, { connectorId: id, late })
  kit.slots.get(takerSlot)?.()
}

/** Keeps an answer that could not be taken in now for the next time. */
export function keepForLater(kit: Kit, heard: HeardAnswer): void {
  kit.slots.ensure(waiting, () => []).push(heard)
}

/** Takes out all answers that wait. */
export function drainLateAnswers(kit: Kit): readonly HeardAnswer[] {
  return kit.slots.take(waiting) ?? []
}

export function hasLateAnswers(kit: Kit): boolean {
  return kit.slots.get(waiting) !== undefined
}
