/**
 * Handles requests that either side may send in a session or pairing (WalletConnect spec, "Sign: RPC methods" and
 * "Core: pairing").
 */
import { sessionLifetime } from '../protocol/methods.js'
import { type PeerError, peerErrors } from '../protocol/peerErrors.js'
import { readPeerError } from '../protocol/peerMessage.js'
import { isRecord, readSeconds } from '../protocol/read.js'
import type { Session } from '../protocol/Session.js'
import type { SessionEntry } from '../state/Entry.js'
import type { Core, Handler, Handling, Incoming } from './Core.js'
import { eventFact } from './facts.js'

export type SettledEntry = SessionEntry & { readonly session: Session }

export function isSettled(entry: { readonly kind: string } | undefined): entry is SettledEntry {
  return entry?.kind === 'session' && (entry as SessionEntry).session !== undefined
}

/** Wraps a handler of messages that are valid only in a settled session. */
export function withinSession(
  handler: (incoming: Incoming, entry: SettledEntry) => Promise<Handling>,
  otherwise: PeerError,
): Handler {
  return async (incoming) =>
    isSettled(incoming.entry) ? await handler(incoming, incoming.entry) : { reply: { error: otherwise } }
}

const onDelete = withinSession(async ({ transaction, message }, { topic }) => {
  const reason = readPeerError(message.params)
  await transaction.remove(topic)
  return {
    reply: { result: true },
    facts: [eventFact('session_delete', topic, { topic, reason, by: 'peer' })],
  }
}, peerErrors.userDisconnected)

const onExtend = withinSession(async ({ core, transaction, message }, entry) => {
  const expiry = isRecord(message.params) ? readSeconds(message.params.expiry) : undefined
  const { extended, session } = extend(core, entry, expiry && expiry - core.skew())
  await transaction.put(extended)
  const { topic } = entry
  return { reply: { result: true }, facts: [eventFact('session_extend', topic, { topic, session })] }
}, peerErrors.invalidExtend)

/** Extends a session to the given time, at most seven days from now; never shortens it. */
export function extend(
  core: Core,
  entry: SettledEntry,
  until: number | undefined,
): { readonly extended: SettledEntry; readonly session: Session } {
  const latest = core.clock.now() + sessionLifetime
  const expiresAt = Math.max(entry.expiresAt, Math.min(until ?? latest, latest))
  const session = { ...entry.session, expiresAt }
  return { extended: { ...entry, expiresAt, session }, session }
}

const onPing: Handler = async () => ({ reply: { result: true } })

/** The methods that both sides answer alike. */
export const commonHandlers = {
  wc_sessionDelete: onDelete,
  wc_sessionExtend: onExtend,
  wc_sessionPing: onPing,
  wc_pairingPing: onPing,
} as const satisfies { readonly [method: string]: Handler }
