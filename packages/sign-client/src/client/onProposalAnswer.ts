/**
 * Handles a wallet's answer to a proposal: stores the promised session and the key that both sides derive
 * (WalletConnect spec, "Sign: session proposal", and "Crypto: key agreement").
 */
import { deriveSymKey, topicOf } from '../crypto/keys.js'
import { settleLifetime } from '../protocol/methods.js'
import { fromPeerError } from '../protocol/peerErrors.js'
import type { PeerAnswer } from '../protocol/peerMessage.js'
import { isRecord } from '../protocol/read.js'
import { SignError } from '../SignError.js'
import type { PairingEntry } from '../state/Entry.js'
import type { Incoming } from './Core.js'
import type { Fact } from './facts.js'
import { failPairing, turnAway } from './pairing.js'

export async function onProposalAnswer(
  { core, transaction, message }: Incoming<PeerAnswer>,
  entry: PairingEntry,
): Promise<readonly Fact[]> {
  const { topic, offer } = entry
  // A second answer, from the same or another wallet with the link, comes too late.
  if (offer?.id !== message.id || offer.sessionTopic) return []
  const { outcome } = message
  if ('error' in outcome) return failPairing(transaction, topic, fromPeerError(outcome.error))

  const peerPublicKey = isRecord(outcome.result) ? outcome.result.responderPublicKey : undefined
  const symKey = await deriveSymKey(offer.privateKey, peerPublicKey)
  if (!symKey || typeof peerPublicKey !== 'string') {
    const error = new SignError('PEER_INVALID', { details: 'responderPublicKey' })
    return failPairing(transaction, topic, error)
  }
  const sessionTopic = topicOf(symKey)
  if (entry.isWithdrawn) {
    turnAway(core, { topic: sessionTopic, symKey })
    return []
  }
  const expiresAt = Math.max(entry.expiresAt, core.clock.now() + settleLifetime)
  // Store the key before the subscription that follows from it: the settlement may already be in the mailbox.
  await transaction.put({
    kind: 'session',
    topic: sessionTopic,
    symKey,
    expiresAt,
    seen: [],
    handled: [],
    promise: {
      pairingTopic: topic,
      publicKey: offer.publicKey,
      peerPublicKey: peerPublicKey.toLowerCase(),
      requiredNamespaces: offer.requiredNamespaces,
    },
    asked: [],
    requests: [],
    latest: {},
  })
  await transaction.put({ ...entry, expiresAt, offer: { ...offer, sessionTopic } })
  return []
}
