/**
 * Handles the settlement of a promised session (WalletConnect spec, "Sign: session settlement").
 */

import { readMetadata } from '../protocol/metadata.js'
import { clockTolerance, sessionLifetime } from '../protocol/methods.js'
import { findUnmet, readSessionNamespaces } from '../protocol/namespaces.js'
import { type PeerError, peerErrors } from '../protocol/peerErrors.js'
import { isRecord, readSeconds } from '../protocol/read.js'
import { readScopedProperties, readSessionProperties, type Session } from '../protocol/Session.js'
import { SignError } from '../SignError.js'
import type { SessionEntry, SessionPromise } from '../state/Entry.js'
import type { Core, Handler } from './Core.js'
import { eventFact } from './facts.js'
import { failPairing, removePairing } from './pairing.js'

export const onSettle: Handler = async ({ core, transaction, entry, message }) => {
  if (entry.kind !== 'session') return { reply: { error: peerErrors.invalidSettle } }
  // Some wallets repeat the settlement until they receive the reply.
  if (entry.session !== undefined) return { reply: { result: true } }
  const { promise } = entry
  if (promise === undefined) return { reply: { error: peerErrors.invalidSettle } }

  const reading = readSettlement(core, entry, promise, message.params)
  if ('error' in reading) {
    const { code: wireCode, message: details } = reading.error
    await transaction.remove(entry.topic)
    return {
      reply: reading,
      facts: await failPairing(
        transaction,
        promise.pairingTopic,
        new SignError('PEER_INVALID', { wireCode, details }),
      ),
    }
  }
  const { session } = reading
  const { promise: _kept, ...settled } = entry
  await transaction.put({ ...settled, session, expiresAt: session.expiresAt })
  // The link has been used; later messages under it are dropped.
  await removePairing(transaction, promise.pairingTopic)
  return {
    // Some wallets drop a session whose settlement is not answered, so the reply goes first.
    reply: { result: true },
    facts: [
      // The order matters: when `approval` resolves, the session is already known in its tab.
      eventFact('session_connect', session.topic, { session }),
      { type: 'paired', topic: promise.pairingTopic, outcome: { session } },
    ],
  }
}

function readSettlement(
  core: Core,
  { topic }: SessionEntry,
  { pairingTopic, publicKey, peerPublicKey, requiredNamespaces }: SessionPromise,
  params: unknown,
): { readonly session: Session } | { readonly error: PeerError } {
  const { controller, namespaces, expiry, sessionProperties, scopedProperties, sessionConfig } = isRecord(
    params,
  )
    ? params
    : {}
  // The wallet that answered the proposal must also settle it.
  if (!isRecord(controller) || String(controller.publicKey).toLowerCase() !== peerPublicKey) {
    return { error: peerErrors.invalidSettle }
  }
  const granted = readSessionNamespaces(namespaces)
  if ('error' in granted) return granted
  const unmet = findUnmet(requiredNamespaces, granted.value)
  if (unmet !== undefined) return { error: unmet }
  const expiresAt = readExpiry(core, expiry)
  if (expiresAt === undefined) return { error: peerErrors.invalidSettle }
  return {
    session: {
      topic,
      pairingTopic,
      self: { publicKey, metadata: core.metadata },
      peer: { publicKey: peerPublicKey, metadata: readMetadata(controller.metadata) },
      namespaces: granted.value,
      expiresAt,
      settledAt: core.clock.now(),
      sessionProperties: readSessionProperties(sessionProperties),
      scopedProperties: readScopedProperties(scopedProperties),
      isDeepLinkDisabled: isRecord(sessionConfig) && sessionConfig.disableDeepLink === true,
    },
  }
}

/**
 * Reads the session's expiry by this device's clock, at most seven days ahead; `undefined` if it has already passed.
 */
function readExpiry(core: Core, seconds: unknown): number | undefined {
  const now = core.clock.now()
  const given = readSeconds(seconds)
  if (given === undefined || given - core.skew() <= now) return undefined
  return Math.min(given - core.skew(), now + sessionLifetime + clockTolerance)
}
