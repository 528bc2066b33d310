import { sealEnvelope } from '../crypto/envelope.js'
import { createDeferred } from '../deferred.js'
import { answerTimeout, type Delivery, type PeerMethod, peerMethods } from '../protocol/methods.js'
import { fromPeerError } from '../protocol/peerErrors.js'
import { formatPeerRequest, type PeerOutcome } from '../protocol/peerMessage.js'
import { SignError } from '../SignError.js'
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
      details: `${message.length} characters encrypted, ${core.messageLimit} at most`,
    })
  }
  await core.relay.publish({ topic, message, delivery, signal })
}

export declare namespace callPeer {
  type Parameters = {
    readonly topic: string
    readonly symKey: string
    readonly method: PeerMethod
    readonly params: unknown
    readonly id?: number | undefined
    readonly timeout?: number | undefined
  }
}

/**
 * Sends the peer's client a request that needs no user. The promise keeps an answer that arrives before anybody
 * listens.
 *
 * @throws `PEER_TIMED_OUT`, `PEER_ERROR`, `SESSION_GONE`, and errors of {@link send}.
 */
export async function callPeer(core: Core, parameters: callPeer.Parameters): Promise<unknown> {
  const { topic, symKey, method, params, id = core.nextId(), timeout = answerTimeout } = parameters
  const deferred = createDeferred<PeerOutcome>()
  core.answers.set(id, { topic, deferred })
  const cancel = core.clock.setTimeout(() => deferred.reject(new SignError('PEER_TIMED_OUT')), timeout)
  try {
    const text = formatPeerRequest(id, method, params)
    send(core, { topic, symKey, text, delivery: peerMethods[method].request }).catch(deferred.reject)
    return resultOf(await deferred.promise)
  } finally {
    cancel()
    core.answers.delete(id)
  }
}

/** Returns the peer's result. @throws the peer's error. */
export function resultOf(outcome: PeerOutcome): unknown {
  if ('error' in outcome) throw fromPeerError(outcome.error)
  return outcome.result
}
