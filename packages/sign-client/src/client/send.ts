import { sealEnvelope } from '../crypto/envelope.js'
import { createWait } from '../deferred.js'
import { answerTimeout, type Delivery, type PeerMethod, peerMethods } from '../protocol/methods.js'
import { fromPeerError } from '../protocol/peerErrors.js'
import { formatPeerRequest, type PeerOutcome } from '../protocol/peerMessage.js'
import { SignError, type SignErrorCode } from '../SignError.js'
import type { Core } from './Core.js'

export declare namespace send {
  type Parameters = {
    readonly topic: string
    readonly symKey: string
    /** A JSON-RPC message. */
    readonly text: string
    readonly delivery: Delivery
    /** Makes the envelope type 1. */
    readonly senderPublicKey?: string | undefined
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * Encrypts a message and sends it to the relay; on an open socket before this function returns. Resolves when the relay
 * has it.
 *
 * @throws `REQUEST_TOO_LARGE`, and errors of `Relay.publish`.
 */
export async function send(core: Core, parameters: send.Parameters): Promise<void> {
  const { topic, delivery, signal, ...contents } = parameters
  const message = sealEnvelope(contents)
  if (message.length > core.messageLimit) {
    throw new SignError('REQUEST_TOO_LARGE', {
      details: `${message.length} of ${core.messageLimit} characters`,
    })
  }
  await core.relay.publish({ topic, message, delivery, signal })
}

export declare namespace sendRequest {
  type Parameters = {
    readonly topic: string
    readonly symKey: string
    readonly method: PeerMethod
    readonly params: unknown
    readonly id?: number | undefined
    /** Default: as the method prescribes. */
    readonly delivery?: Delivery | undefined
    readonly signal?: AbortSignal | undefined
  }
}

/** Sends the peer a request. @throws like {@link send} */
export function sendRequest(core: Core, parameters: sendRequest.Parameters): Promise<void> {
  const { topic, symKey, method, params, id = core.nextId(), signal } = parameters
  const { delivery = peerMethods[method].request } = parameters
  return send(core, { topic, symKey, text: formatPeerRequest(id, method, params), delivery, signal })
}

export declare namespace callPeer {
  type Parameters = sendRequest.Parameters & {
    /** How long to wait for the answer, in milliseconds. */
    readonly patience?: number | undefined
    /** The error if no answer comes. */
    readonly expired?: SignErrorCode | undefined
  }
}

/**
 * Sends the peer a request and returns its result. The promise keeps an answer that arrives before anybody listens.
 *
 * @throws `PEER_TIMED_OUT` (or `expired`), `PEER_ERROR`, `SESSION_GONE`, and errors of {@link send}.
 */
export async function callPeer(core: Core, parameters: callPeer.Parameters): Promise<unknown> {
  const {
    topic,
    signal,
    id = core.nextId(),
    patience = answerTimeout,
    expired = 'PEER_TIMED_OUT',
  } = parameters
  const deferred = createWait<PeerOutcome>(core.clock, patience, expired, signal)
  core.answers.set(id, { topic, deferred })
  try {
    sendRequest(core, { ...parameters, id }).catch(deferred.reject)
    return resultOf(await deferred.promise)
  } finally {
    core.answers.delete(id)
  }
}

/** Returns the peer's result. @throws the peer's error. */
function resultOf(outcome: PeerOutcome): unknown {
  if ('error' in outcome) throw fromPeerError(outcome.error)
  return outcome.result
}
