import * as v from 'valibot'
import type { Method } from './Call.js'
import { attestation, message, readParams, topic, ttl } from './params.js'

/** The tags of the inner envelopes and their lifetimes in seconds: wc_sessionPropose and wc_sessionSettle. */
const proposalTag = 1100
const responseTag = 1101
const settlementTag = 1102
const sessionTtl = 300

const proposal = v.object({
  pairingTopic: topic,
  sessionProposal: message,
  ttl: v.optional(ttl, sessionTtl),
  attestation,
})

/** Proposes a session for a dapp in one call: subscribes to the pairing and publishes the proposal there. */
export const proposeSession: Method = async ({ connection, publisher, subscriptions, prefix }, params) => {
  const { pairingTopic, sessionProposal, ...rest } = readParams(proposal, params)
  const { start } = subscriptions.add(connection, pairingTopic, prefix)
  const entry = { topic: pairingTopic, message: sessionProposal, tag: proposalTag, ...rest }
  await publisher.publish(connection, [entry])
  return { result: true, afterwards: start }
}

const approval = v.object({
  pairingTopic: topic,
  sessionTopic: topic,
  sessionProposalResponse: message,
  sessionSettlementRequest: message,
  ttl: v.optional(ttl, sessionTtl),
})

/**
 * Approves a session for a wallet in one call: subscribes to the session topic, then publishes the response on the
 * pairing and the settlement on the session.
 */
export const approveSession: Method = async ({ connection, publisher, subscriptions, prefix }, params) => {
  const { pairingTopic, sessionTopic, ttl, ...envelopes } = readParams(approval, params)
  const { start } = subscriptions.add(connection, sessionTopic, prefix)
  await publisher.publish(connection, [
    { topic: pairingTopic, message: envelopes.sessionProposalResponse, tag: responseTag, ttl },
    { topic: sessionTopic, message: envelopes.sessionSettlementRequest, tag: settlementTag, ttl },
  ])
  return { result: true, afterwards: start }
}
