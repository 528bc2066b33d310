import type { ConnectorInfo, LateAnswer } from '../../core/connector.js'
import { defineSlot } from '../../core/slots.js'
import type { Kit } from '../Kit.js'

export type HeardAnswer = { readonly connectorId: string; readonly late: LateAnswer }

/** Unprocessed answers to requests of an earlier page load. A wallet sends each of them once. */
const waiting = defineSlot<HeardAnswer[]>('connection.lateAnswers')
/** The function that processes them, once it is loaded (`features/startLater.ts`). */
export const takerSlot = defineSlot<() => void>('connection.takeLateAnswers')

/** Keeps an answer until it is processed: the code for that may load after the answer arrives, or fail to load. */
export function hearLateAnswer(kit: Kit, { id }: ConnectorInfo, late: LateAnswer): void {
  keepForLater(kit, { connectorId: id, late })
  kit.slots.get(takerSlot)?.()
}

/** Keeps an answer that could not be processed now for the next time. */
export function keepForLater(kit: Kit, heard: HeardAnswer): void {
  kit.slots.ensure(waiting, () => []).push(heard)
}

/** Removes and returns all waiting answers. */
export function drainLateAnswers(kit: Kit): readonly HeardAnswer[] {
  return kit.slots.take(waiting) ?? []
}

export function hasLateAnswers(kit: Kit): boolean {
  return kit.slots.get(waiting) !== undefined
}
