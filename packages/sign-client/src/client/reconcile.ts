import type { Change } from '../state/entries.js'
import type { Core } from './Core.js'
import { deliver, eventFact, type Fact } from './facts.js'
import { takeAnswers } from './request.js'
import { isSettled } from './sessionHandlers.js'
import { sweep } from './sweep.js'

/**
 * Catches up with the storage after a sleep, in which this tab heard nothing of the others: what they made, changed and
 * ended is told here as if it happened now.
 */
export async function reconcile(core: Core): Promise<void> {
  const changes = await core.entries.reload()
  for (const fact of changes.flatMap(toFacts)) deliver(core, fact)
  await sweep(core)
  await takeAnswers(core)
}

function toFacts({ before, after }: Change): readonly Fact[] {
  const known = isSettled(before) ? before.session : undefined
  const session = isSettled(after) ? after.session : undefined
  const topic = session?.topic ?? known?.topic
  if (topic === undefined) return []
  if (session === undefined) {
    const reason = { code: 6000, message: 'Ended in another tab.' }
    return [eventFact('session_delete', topic, { topic, reason, by: 'self' })]
  }
  if (known === undefined) {
    return [
      eventFact('session_connect', topic, { session }),
      { type: 'paired', topic: session.pairingTopic, outcome: { session } },
    ]
  }
  const isSame = JSON.stringify(known) === JSON.stringify(session)
  return isSame ? [] : [eventFact('session_update', topic, { topic, session })]
}
