import type { Session } from '../protocol/Session.js'
import type { Core } from './Core.js'
import { deliver, eventFact, type Fact } from './facts.js'
import { takeAnswers } from './request.js'
import { isSettled } from './sessionHandlers.js'
import { sweep } from './sweep.js'

/**
 * Catches up with the storage after a sleep, in which this tab received nothing from other tabs: fires events for the
 * sessions that were created, changed or ended meanwhile.
 */
export async function reconcile(core: Core): Promise<void> {
  await core.entries.reload()
  const sessions = new Map(core.entries.all().map((entry) => [entry.topic, sessionOf(entry)]))
  for (const topic of new Set([...core.told.keys(), ...sessions.keys()])) {
    for (const fact of compare(topic, core.told.get(topic), sessions.get(topic))) deliver(core, fact)
  }
  await sweep(core)
  await takeAnswers(core)
}

/** Marks the current sessions as told: listeners can read them with `sessions()`. */
export function markTold(core: Core): void {
  for (const entry of core.entries.all()) {
    const session = sessionOf(entry)
    if (session !== undefined) core.told.set(entry.topic, session)
  }
}

function sessionOf(entry: Parameters<typeof isSettled>[0]): Session | undefined {
  return isSettled(entry) ? entry.session : undefined
}

function compare(topic: string, told: Session | undefined, session: Session | undefined): readonly Fact[] {
  if (session === undefined) {
    const reason = { code: 6000, message: 'Ended in another tab.' }
    return told === undefined ? [] : [eventFact('session_delete', topic, { topic, reason, by: 'self' })]
  }
  if (told === undefined) {
    return [
      eventFact('session_connect', topic, { session }),
      { type: 'paired', topic: session.pairingTopic, outcome: { session } },
    ]
  }
  const isSame = JSON.stringify(told) === JSON.stringify(session)
  return isSame ? [] : [eventFact('session_update', topic, { topic, session })]
}
