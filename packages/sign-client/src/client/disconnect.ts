/**
 * Ends, pings and extends sessions (WalletConnect spec, "Sign: session delete, ping, extend").
 */
import { atMost } from '../deferred.js'
import { type PeerError, peerErrors } from '../protocol/peerErrors.js'
import { toSeconds } from '../protocol/read.js'
import type { Session } from '../protocol/Session.js'
import type { Core } from './Core.js'
import { eventFact, share } from './facts.js'
import { callPeer, sendRequest } from './send.js'
import { extend as extendEntry, isSettled } from './sessionHandlers.js'
import { requireSession } from './sessions.js'

export declare namespace disconnect {
  type Parameters = {
    readonly topic: string
    /** The reason sent to the peer. Default: 6000, the user disconnected. */
    readonly reason?: PeerError | undefined
  }
}

/**
 * How long to wait for the relay to accept the message, in milliseconds. Sending continues afterwards while the page
 * lives.
 */
const farewellPatience = 3_000

/**
 * Ends a session: on this side at once, whatever the network does, and on the other side when the message arrives. Does
 * nothing for a session that is already gone. Resolves when the relay has the message, or after three seconds.
 */
export async function disconnect(
  core: Core,
  { topic, reason = peerErrors.userDisconnected }: disconnect.Parameters,
): Promise<void> {
  await core.start()
  const symKey = await core.entries.exclusive(async (transaction) => {
    const entry = await transaction.get(topic)
    if (!isSettled(entry)) return undefined
    await transaction.remove(topic)
    return entry.symKey
  })
  if (symKey === undefined) return
  share(core, [eventFact('session_delete', topic, { topic, reason, by: 'self' })])
  const params = { code: reason.code, message: reason.message }
  // If it fails, the wallet keeps the unused session until it expires.
  const farewell = sendRequest(core, { topic, symKey, method: 'wc_sessionDelete', params })
  await atMost(core.clock, farewellPatience, farewell)
}

/** Checks that the peer answers. @throws `PEER_TIMED_OUT`, `SESSION_GONE`, and errors of the relay. */
export async function ping(core: Core, { topic }: { readonly topic: string }): Promise<void> {
  await core.start()
  const { symKey } = await core.entries.exclusive((transaction) => requireSession(core, transaction, topic))
  await callPeer(core, { topic, symKey, method: 'wc_sessionPing', params: {} })
}

/**
 * Extends a session to seven days from now; resolves when the peer has agreed.
 *
 * @throws `PEER_TIMED_OUT`: this side has extended it nevertheless, and the peer will when it is back.
 */
export async function extend(core: Core, { topic }: { readonly topic: string }): Promise<Session> {
  await core.start()
  const { symKey, session } = await core.entries.exclusive(async (transaction) => {
    const entry = await requireSession(core, transaction, topic)
    const { extended, session } = extendEntry(core, entry, undefined)
    await transaction.put(extended)
    return { symKey: entry.symKey, session }
  })
  share(core, [eventFact('session_extend', topic, { topic, session })])
  const expiry = toSeconds(session.expiresAt + core.skew())
  await callPeer(core, { topic, symKey, method: 'wc_sessionExtend', params: { expiry } })
  return session
}
