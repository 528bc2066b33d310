/**
 * Handles an app's requests under a pairing (WalletConnect spec, "Sign: session proposal", "session authenticate").
 */
import type { Core, Handler } from '../client/Core.js'
import { eventFact } from '../client/facts.js'
import { isTopic } from '../crypto/keys.js'
import { readAuthPayload } from '../protocol/authMessage.js'
import { readMetadata } from '../protocol/metadata.js'
import { clockTolerance, pairingLifetime } from '../protocol/methods.js'
import { readProposalNamespaces } from '../protocol/namespaces.js'
import { peerErrors } from '../protocol/peerErrors.js'
import { isRecord, readSeconds } from '../protocol/read.js'
import { readScopedProperties, readSessionProperties } from '../protocol/Session.js'
import type { AuthenticationRequest, Proposal } from '../state/Entry.js'
import { refusals, walletErrors } from './walletErrors.js'

export const onPropose: Handler = async ({ core, transaction, entry, message }) => {
  if (entry.kind !== 'pairing') return { reply: { error: walletErrors.invalidParams } }
  const inbox = entry.inbox ?? { methods: [] }
  // Sent along with a sign-in, for wallets that do not support it.
  if (inbox.methods.includes('wc_sessionAuthenticate') && canAuthenticate(core)) return {}
  // One proposal per link: a second one would replace the one that the user is reading.
  if (inbox.proposal !== undefined) return {}

  const params = isRecord(message.params) ? message.params : {}
  const { proposer } = params
  const required = readProposalNamespaces(params.requiredNamespaces ?? {})
  const optional = readProposalNamespaces(params.optionalNamespaces ?? {})
  const delivery = refusals.proposalByClient
  if ('error' in required) return { reply: required, delivery }
  if ('error' in optional) return { reply: optional, delivery }
  if (!isRecord(proposer) || !isTopic(String(proposer.publicKey).toLowerCase())) {
    return { reply: { error: walletErrors.invalidParams }, delivery }
  }
  const expiresAt = expiryOf(core, params.expiryTimestamp, entry.expiresAt)
  if (expiresAt <= core.clock.now()) return { reply: { error: walletErrors.requestExpired }, delivery }
  const proposal: Proposal = {
    id: message.id,
    pairingTopic: entry.topic,
    proposer: {
      publicKey: String(proposer.publicKey).toLowerCase(),
      metadata: readMetadata(proposer.metadata),
    },
    requiredNamespaces: required.value,
    optionalNamespaces: optional.value,
    sessionProperties: readSessionProperties(params.sessionProperties),
    scopedProperties: readScopedProperties(params.scopedProperties),
    expiresAt,
  }
  await transaction.put({ ...entry, expiresAt, inbox: { ...inbox, proposal } })
  return { facts: [eventFact('session_proposal', entry.topic, proposal)] }
}

export const onAuthenticate: Handler = async ({ core, transaction, entry, message }) => {
  // Without a listener no user could decide, so the app is told to use the session proposal instead.
  if (entry.kind !== 'pairing' || !canAuthenticate(core)) {
    return { reply: { error: peerErrors.unsupportedWcMethod } }
  }
  const inbox = entry.inbox ?? { methods: [] }
  if (inbox.authentication !== undefined) return {}
  const { requester, authPayload, expiryTimestamp } = isRecord(message.params) ? message.params : {}
  const payload = readAuthPayload(authPayload)
  const publicKey = isRecord(requester) ? String(requester.publicKey).toLowerCase() : undefined
  if (payload === undefined || !isRecord(requester) || !isTopic(publicKey)) {
    return { reply: { error: walletErrors.invalidParams } }
  }
  // Longer than the pairing's own lifetime, because the user reads a message before signing it.
  const expiresAt = expiryOf(core, expiryTimestamp, entry.expiresAt)
  if (expiresAt <= core.clock.now()) return { reply: { error: walletErrors.requestExpired } }
  const request: AuthenticationRequest = {
    id: message.id,
    pairingTopic: entry.topic,
    payload,
    requester: { publicKey, metadata: readMetadata(requester.metadata) },
    expiresAt,
  }
  await transaction.put({ ...entry, expiresAt, inbox: { ...inbox, authentication: request } })
  return { facts: [eventFact('session_authenticate', entry.topic, request)] }
}

function canAuthenticate(core: Core): boolean {
  return core.events.has('session_authenticate')
}

/** Converts the app's time stamp to this device's clock, with a tolerance; at most an hour ahead. */
function expiryOf(core: Core, stamp: unknown, otherwise: number): number {
  const given = readSeconds(stamp)
  if (given === undefined) return otherwise
  const latest = core.clock.now() + 12 * pairingLifetime
  const own = given - core.skew()
  // A time stamp just in the past may come from the difference of the clocks.
  return Math.min(own <= core.clock.now() ? own + clockTolerance : own, latest)
}
