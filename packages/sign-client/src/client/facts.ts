/**
 * What a handled message means, as plain JSON: the tab that handled it tells itself and all others, and each settles its
 * own promises and calls its own listeners. So it makes no difference which tab a relay's message reaches first.
 */
import type { PeerOutcome } from '../protocol/peerMessage.js'
import { isRecord } from '../protocol/read.js'
import { SignError, type SignErrorCode } from '../SignError.js'
import type { Core } from './Core.js'
import type { AllEvents, PairingOutcome, SharedEventName } from './events.js'

export type Fact =
  | { readonly [name in SharedEventName]: EventFact<name> }[SharedEventName]
  | { readonly type: 'paired'; readonly topic: string; readonly outcome: PairingOutcome }
  | { readonly type: 'pairing_failed'; readonly topic: string; readonly error: ErrorFields }
  | { readonly type: 'answered'; readonly topic: string; readonly id: number; readonly outcome: PeerOutcome }

type EventFact<name extends SharedEventName> = {
  readonly type: 'event'
  readonly topic: string
  readonly name: name
  readonly payload: AllEvents[name]
}

/** A {@link SignError} without its class, which does not survive the way to another tab. */
export type ErrorFields = {
  readonly code: SignErrorCode
  readonly wireCode?: number | undefined
  readonly details?: string | undefined
  readonly data?: unknown
}

export function eventFact<name extends SharedEventName>(
  name: name,
  topic: string,
  payload: AllEvents[name],
): Fact {
  // The union of all such facts is what this is, but the compiler does not follow it through a generic name.
  return { type: 'event', name, topic, payload } as unknown as Fact
}

export function pairingFailed(topic: string, { code, wireCode, details, data }: ErrorFields): Fact {
  return { type: 'pairing_failed', topic, error: { code, wireCode, details, data } }
}

/** Makes facts known here and in the other tabs. Outside transactions: it calls the host's listeners. */
export function share(core: Core, facts: readonly Fact[]): void {
  for (const fact of facts) {
    core.tabs.post(fact)
    deliver(core, fact)
  }
}

/** Takes in what another tab shares. */
export async function hear(core: Core, message: unknown): Promise<void> {
  if (!isRecord(message) || typeof message.topic !== 'string' || typeof message.type !== 'string') return
  // Same origin, same code: a message that names a topic and a type is a fact.
  const fact = message as unknown as Fact
  const { topic } = fact
  const isKnown = core.entries.get(topic) !== undefined || core.told.has(topic) || core.pairings.has(topic)
  const entry = await core.entries.refresh(topic)
  // What neither this tab nor its storage knows is another storage's business.
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
      // One peer must not answer for another, whatever ids it tries.
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

/** Nobody will answer the requests of a session that is gone. */
function dropAnswers(core: Core, topic: string): void {
  for (const waiting of core.answers.values()) {
    if (waiting.topic === topic) waiting.deferred.reject(new SignError('SESSION_GONE', { wireCode: 6000 }))
  }
}
