/**
 * Answers a proposal (WalletConnect spec, "Sign: session proposal", "session settlement").
 */
import type { Core } from '../client/Core.js'
import { eventFact, share } from '../client/facts.js'
import { callPeer, send } from '../client/send.js'
import { createKeyPair, deriveSymKey, topicOf } from '../crypto/keys.js'
import { peerMethods, sessionLifetime, settleLifetime } from '../protocol/methods.js'
import { findUnmet, readSessionNamespaces, type SessionNamespaces } from '../protocol/namespaces.js'
import { type PeerError, peerErrors } from '../protocol/peerErrors.js'
import { formatPeerAnswer } from '../protocol/peerMessage.js'
import { toSeconds } from '../protocol/read.js'
import type { ScopedProperties, Session, SessionProperties } from '../protocol/Session.js'
import { isSignError, SignError } from '../SignError.js'
import type { PairingEntry, Proposal } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import { refusals } from './walletErrors.js'

export declare namespace approve {
  type Parameters = {
    /** The proposal's id. */
    readonly id: number
    readonly namespaces: SessionNamespaces
    readonly sessionProperties?: SessionProperties | undefined
    readonly scopedProperties?: ScopedProperties | undefined
    /** Asks the app not to open the wallet for each request. */
    readonly disableDeepLink?: boolean | undefined
  }
  type Result = {
    readonly session: Session
    /**
     * Resolves when the app has accepted the session. If it refuses, or does not answer within five minutes, this
     * rejects and the session is deleted.
     */
    readonly acknowledged: Promise<void>
  }
}

/**
 * Grants a session. Resolves as soon as the answer has been sent.
 *
 * @throws `REQUEST_GONE` if the proposal was answered, perhaps in another tab, or has expired; `NAMESPACES_INVALID` if
 *   the grant is malformed or less than the app requires; `PEER_INVALID` if the app's key is unusable.
 */
export async function approve(core: Core, parameters: approve.Parameters): Promise<approve.Result> {
  const { id, sessionProperties, scopedProperties, disableDeepLink = false } = parameters
  await core.start()
  const granted = readSessionNamespaces(parameters.namespaces)
  if ('error' in granted) throw invalid(granted.error)
  const keys = await createKeyPair()

  const { entry, proposal, session, symKey } = await core.entries.exclusive(async (transaction) => {
    const { entry, proposal } = await requireProposal(core, transaction, id)
    const unmet = findUnmet(proposal.requiredNamespaces, granted.value)
    if (unmet !== undefined) throw invalid(unmet)
    const symKey = await deriveSymKey(keys.privateKey, proposal.proposer.publicKey)
    if (symKey === undefined) throw new SignError('PEER_INVALID', { details: 'proposer.publicKey' })
    const session: Session = {
      topic: topicOf(symKey),
      pairingTopic: entry.topic,
      self: { publicKey: keys.publicKey, metadata: core.metadata },
      peer: proposal.proposer,
      namespaces: granted.value,
      expiresAt: core.clock.now() + sessionLifetime,
      settledAt: core.clock.now(),
      sessionProperties,
      scopedProperties,
      isDeepLinkDisabled: disableDeepLink,
    }
    const { topic, expiresAt } = session
    const lists = { seen: [], handled: [], asked: [], requests: [], latest: {} }
    await transaction.put({ kind: 'session', topic, symKey, session, expiresAt, ...lists })
    // The proposal is answered and the link used: no second answer is possible, here or in another tab.
    await transaction.remove(entry.topic)
    return { entry, proposal, session, symKey }
  })

  // Both are sent at once, the answer first: the app derives the settlement's key from it.
  const answered = answerProposal(core, entry, proposal, {
    result: { relay: { protocol: 'irn' }, responderPublicKey: keys.publicKey },
  })
  const settled = callPeer(core, {
    topic: session.topic,
    symKey,
    method: 'wc_sessionSettle',
    params: {
      relay: { protocol: 'irn' },
      namespaces: granted.value,
      controller: session.self,
      expiry: toSeconds(session.expiresAt + core.skew()),
      sessionProperties,
      scopedProperties,
      ...(disableDeepLink ? { sessionConfig: { disableDeepLink } } : {}),
    },
    patience: settleLifetime,
  })
  const { topic } = session
  const acknowledged = settled.then(
    () => {},
    async (error: unknown) => {
      await dropUnsettled(core, topic, error)
      throw error
    },
  )
  acknowledged.catch(() => {})
  share(core, [
    eventFact('proposal_close', entry.topic, { id, reason: 'answered' }),
    eventFact('session_connect', topic, { session }),
  ])
  await answered
  return { session, acknowledged }
}

export declare namespace reject {
  type Parameters = {
    readonly id: number
    /** Default: 5000, the user rejected. */
    readonly reason?: PeerError | undefined
  }
}

/** Declines a proposal. @throws `REQUEST_GONE` */
export async function reject(core: Core, parameters: reject.Parameters): Promise<void> {
  const { id, reason = peerErrors.userRejected } = parameters
  await core.start()
  const { entry, proposal } = await core.entries.exclusive(async (transaction) => {
    const found = await requireProposal(core, transaction, id)
    await transaction.remove(found.entry.topic)
    return found
  })
  share(core, [eventFact('proposal_close', entry.topic, { id, reason: 'answered' })])
  await answerProposal(core, entry, proposal, { error: { code: reason.code, message: reason.message } })
}

function answerProposal(
  core: Core,
  { topic, symKey }: PairingEntry,
  { id }: Proposal,
  outcome: Parameters<typeof formatPeerAnswer>[1],
): Promise<void> {
  const delivery = 'error' in outcome ? refusals.proposalByUser : peerMethods.wc_sessionPropose.response
  return send(core, { topic, symKey, text: formatPeerAnswer(id, outcome), delivery })
}

async function requireProposal(
  core: Core,
  transaction: Transaction,
  id: number,
): Promise<{ readonly entry: PairingEntry; readonly proposal: Proposal }> {
  const known = core.entries
    .all()
    .find((entry) => entry.kind === 'pairing' && entry.inbox?.proposal?.id === id)
  const entry = known === undefined ? undefined : await transaction.get(known.topic)
  const proposal = entry?.kind === 'pairing' ? entry.inbox?.proposal : undefined
  if (entry?.kind !== 'pairing' || proposal?.id !== id || proposal.expiresAt <= core.clock.now()) {
    throw new SignError('REQUEST_GONE')
  }
  return { entry, proposal }
}

/** Deletes a session that the app refused or never accepted. */
async function dropUnsettled(core: Core, topic: string, error: unknown): Promise<void> {
  if (isSignError(error, 'CLIENT_CLOSED') || isSignError(error, 'SESSION_GONE')) return
  await core.entries.exclusive((transaction) => transaction.remove(topic))
  const reason = { code: 7000, message: 'Session settlement failed.' }
  share(core, [eventFact('session_delete', topic, { topic, reason, by: 'peer' })])
}

function invalid({ code: wireCode, message: details }: PeerError): SignError {
  return new SignError('NAMESPACES_INVALID', { wireCode, details })
}
