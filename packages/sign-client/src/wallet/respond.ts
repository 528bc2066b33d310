/**
 * Answers requests (WalletConnect spec, "Sign: session request").
 */
import type { Core } from '../client/Core.js'
import { eventFact, share } from '../client/facts.js'
import { send } from '../client/send.js'
import { requireSession } from '../client/sessions.js'
import { peerMethods } from '../protocol/methods.js'
import type { PeerError } from '../protocol/peerErrors.js'
import { formatPeerAnswer } from '../protocol/peerMessage.js'
import { SignError } from '../SignError.js'
import type { SessionRequest } from '../state/Entry.js'

export declare namespace respond {
  type Parameters = { readonly topic: string; readonly id: number } & (
    | { readonly result: unknown }
    | { readonly error: PeerError }
  )
}

/**
 * Answers a request once; a second tab gets an error. Resolves when the relay has the answer. While the relay is
 * unreachable, the answer is sent as soon as it is back, for as long as the app may wait.
 *
 * @throws `REQUEST_GONE`, `SESSION_GONE`, `REQUEST_TOO_LARGE`, `RELAY_REFUSED`, `RELAY_UNREACHABLE`
 */
export async function respond(core: Core, parameters: respond.Parameters): Promise<void> {
  const { topic, id } = parameters
  await core.start()
  const { symKey, asked } = await core.entries.exclusive(async (transaction) => {
    const entry = await requireSession(core, transaction, topic)
    const asked = entry.requests.find((request) => request.id === id && request.expiresAt > core.clock.now())
    if (asked === undefined) throw new SignError('REQUEST_GONE')
    await transaction.put({ ...entry, requests: entry.requests.filter((request) => request !== asked) })
    return { symKey: entry.symKey, asked }
  })
  share(core, [eventFact('session_request_close', topic, { id, topic, reason: 'answered' })])
  const { response } = peerMethods.wc_sessionRequest
  const ttl = Math.max(response.ttl, asked.expiresAt - core.clock.now())
  const outcome = 'error' in parameters ? { error: parameters.error } : { result: parameters.result }
  const delivery = { ...response, ttl }
  await send(core, { topic, symKey, text: formatPeerAnswer(id, outcome), delivery })
}

/** Returns the requests that wait for the user, oldest first, also from earlier pages. */
export function pendingRequests(core: Core): readonly SessionRequest[] {
  return core.entries
    .all()
    .flatMap((entry) => (entry.kind === 'session' ? entry.requests : []))
    .filter(({ expiresAt }) => expiresAt > core.clock.now())
    .sort((a, b) => a.id - b.id)
}
