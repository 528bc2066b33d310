import type { PeerOutcome } from '../protocol/peerMessage.js'
import type { SignErrorCode } from '../SignError.js'
import type { AllEvents, PairingOutcome, SharedEventName } from './events.js'

/**
 * The meaning of a handled message, as plain JSON. The tab that handled it passes the fact to itself and all other
 * tabs; each settles its own promises and calls its own listeners. So it does not matter which tab receives a message
 * first.
 */
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

/** The fields of a {@link SignError}, whose class cannot be sent to another tab. */
export type ErrorFields = {
  readonly code: SignErrorCode
  readonly wireCode?: number | undefined
  readonly details?: string | undefined
  readonly data?: unknown
}
