/** Delivers facts: see {@link Fact}. */
import { isRecord } from '../protocol/read.js'
import { SignError } from '../SignError.js'
import type { Core } from './Core.js'
import type { AllEvents, SharedEventName } from './events.js'
import type { ErrorFields, Fact } from './Fact.js'

export type { ErrorFields, Fact } from './Fact.js'

export function eventFact<name extends SharedEventName>(
  name: name,
  topic: string,
  payload: AllEvents[name],
): Fact {
  // TypeScript does not follow the union of these facts through a generic name.
  return { type: 'event', name, topic, payload } as unknown as Fact
}

export function pairingFailed(topic: string, { code, wireCode, details, data }: ErrorFields): Fact {
  return { type: 'pairing_failed', topic, error: { code, wireCode, details, data } }
}

/** Delivers facts here and to other tabs. Call it outside transactions, because it calls the host's listeners. */
export function share(core: Core, facts: readonly Fact[]): void {
  for (const fact of facts) {
    core.tabs.post(fact)
    deliver(core, fact)
  }
}

/** Handles a fact from another tab. */
export async function hear(core: Core, message: unknown): Promise<void> {
  if (!isRecord(message) || typeof message.topic !== 'string' || typeof message.type !== 'string') return
  // Other tabs run the same code on the same origin: a message with topic and type is a fact.
  const fact = message as unknown as Fact
  const { topic } = fact
  const isKnown = core.entries.get(topic) !== undefined || core.told.has(topic) || core.pairings.has(topic)
  const entry = await core.entries.refresh(topic)
  // A topic that neither this tab nor its storage knows belongs to another storage.
  if (isKnown || entry !== undefined) deliver(core, fact)
}

/** Settles this tab's promises and calls its listeners. */
export function deliver(core: Core, fact: Fact): void {
  switch (fact.type) {
    case 'paired':
      core.pairings.get(fact.topic)?.resolve(fact.outcome)
      core.pairings.delete(fact.topic)
      break
    case 'pairing_failed':
      core.pairings.get(fact.topic)?.reject(new SignError(fact.error.code, fact.error))
      core.pairings.delete(fact.topic)
      break
    case 'answered': {
      const waiting = core.answers.get(fact.id)
      // A peer must not answer for another one, whatever ids it uses.
      if (waiting?.topic === fact.topic) waiting.deferred.resolve(fact.outcome)
      break
    }
    case 'event':
      if (fact.name === 'session_delete' || fact.name === 'session_expire') {
        dropAnswers(core, fact.topic)
        core.told.delete(fact.topic)
      }
      if ('session' in fact.payload) core.told.set(fact.topic, fact.payload.session)
      core.events.emit(fact.name, fact.payload)
  }
}

/** Rejects the pending requests of an ended session. */
function dropAnswers(core: Core, topic: string): void {
  for (const waiting of core.answers.values()) {
    if (waiting.topic === topic) waiting.deferred.reject(new SignError('SESSION_GONE', { wireCode: 6000 }))
  }
}
