/**
 * Answers a sign-in (WalletConnect spec, "Sign: session authenticate"; CAIP-122, ERC-5573).
 */
import type { Core } from '../client/Core.js'
import { eventFact, share } from '../client/facts.js'
import { send } from '../client/send.js'
import { createKeyPair, deriveSymKey, topicOf } from '../crypto/keys.js'
import { type AuthPayload, accountOfIss, type Cacao } from '../protocol/authMessage.js'
import { peerMethods, sessionLifetime } from '../protocol/methods.js'
import type { SessionNamespaces } from '../protocol/namespaces.js'
import { type PeerError, peerErrors } from '../protocol/peerErrors.js'
import { formatPeerAnswer, type PeerOutcome } from '../protocol/peerMessage.js'
import { encodeRecap, readRecap, withRecapStatement } from '../protocol/recap.js'
import type { Session } from '../protocol/Session.js'
import { SignError } from '../SignError.js'
import type { AuthenticationRequest } from '../state/Entry.js'
import type { Transaction } from '../state/entries.js'
import { refusals } from './walletErrors.js'

export declare namespace approveAuthenticate {
  type Parameters = {
    readonly id: number
    /** One signed message per chain on which the wallet proves its account: see {@link buildAuth}. */
    readonly auths: readonly Cacao[]
  }
}

/**
 * Sends signed messages, and opens the session that they allow, if any.
 *
 * @throws `REQUEST_GONE`, `INPUT_INVALID`, `PEER_INVALID`
 */
export async function approveAuthenticate(
  core: Core,
  { id, auths }: approveAuthenticate.Parameters,
): Promise<{ readonly session?: Session | undefined }> {
  if (auths.length === 0) throw new SignError('INPUT_INVALID', { details: 'auths' })
  await core.start()
  const { request, answer, session } = await core.entries.exclusive(async (transaction) => {
    const request = await takeAuthentication(core, transaction, id)
    const answer = await sealFor(request)
    const namespaces = grantsOf(auths)
    if (namespaces === undefined) return { request, answer, session: undefined }
    const session: Session = {
      topic: topicOf(answer.symKey),
      pairingTopic: request.pairingTopic,
      self: { publicKey: answer.publicKey, metadata: core.metadata },
      peer: request.requester,
      namespaces,
      expiresAt: core.clock.now() + sessionLifetime,
      settledAt: core.clock.now(),
      isDeepLinkDisabled: false,
    }
    const { topic, expiresAt } = session
    const lists = { seen: [], handled: [], asked: [], requests: [], latest: {} }
    await transaction.put({ kind: 'session', topic, symKey: answer.symKey, session, expiresAt, ...lists })
    return { request, answer, session }
  })
  share(core, [
    eventFact('proposal_close', request.pairingTopic, { id, reason: 'answered' }),
    ...(session === undefined ? [] : [eventFact('session_connect', session.topic, { session })]),
  ])
  const responder = { publicKey: answer.publicKey, metadata: core.metadata }
  await reply(core, request, answer, { result: { cacaos: auths, responder } })
  return { session }
}

export declare namespace rejectAuthenticate {
  type Parameters = { readonly id: number; readonly reason?: PeerError | undefined }
}

/** Declines a sign-in. @throws `REQUEST_GONE`, `PEER_INVALID` */
export async function rejectAuthenticate(
  core: Core,
  { id, reason = peerErrors.userRejected }: rejectAuthenticate.Parameters,
): Promise<void> {
  await core.start()
  const request = await core.entries.exclusive((transaction) => takeAuthentication(core, transaction, id))
  share(core, [eventFact('proposal_close', request.pairingTopic, { id, reason: 'answered' })])
  const { code, message } = reason
  await reply(core, request, await sealFor(request), { error: { code, message } })
}

/**
 * Narrows a sign-in request to the chains and methods that the wallet supports, and words its statement accordingly:
 * show and sign `formatAuthMessage` of the result.
 *
 * @throws `INPUT_INVALID` if no chain or no method is left.
 */
export function narrowAuthPayload(
  payload: AuthPayload,
  { chains, methods }: { readonly chains: readonly string[]; readonly methods: readonly string[] },
): AuthPayload {
  const common = payload.chains.filter((chain) => chains.includes(chain))
  if (common.length === 0) throw new SignError('INPUT_INVALID', { details: 'no common chain' })
  const asked = readRecap(payload.resources)
  if (asked === undefined || asked.methods.length === 0) return { ...payload, chains: common }
  const allowed = asked.methods.filter((method) => methods.includes(method))
  if (allowed.length === 0) throw new SignError('INPUT_INVALID', { details: 'no common method' })
  const resources = [...(payload.resources ?? []).slice(0, -1), encodeRecap(allowed, common)]
  return {
    ...payload,
    chains: common,
    resources,
    statement: withRecapStatement(payload.statement, resources),
  }
}

/** Builds the signed message of a payload; `iss` is the signing account (CAIP-10, or `did:pkh:` with it). */
export function buildAuth(payload: AuthPayload, iss: string, signature: Cacao['s']): Cacao {
  const { chains: _chains, ...parts } = payload
  return {
    h: { t: 'caip122' },
    p: { iss: iss.startsWith('did:pkh:') ? iss : `did:pkh:${iss}`, ...parts },
    s: signature,
  }
}

type Seal = { readonly symKey: string; readonly publicKey: string }

async function sealFor({ requester }: AuthenticationRequest): Promise<Seal> {
  const { privateKey, publicKey } = await createKeyPair()
  const symKey = await deriveSymKey(privateKey, requester.publicKey)
  if (symKey === undefined) throw new SignError('PEER_INVALID', { details: 'requester.publicKey' })
  return { symKey, publicKey }
}

/** Sends the answer to the app's reply topic, in an envelope that names its sender. */
function reply(
  core: Core,
  { id, requester }: AuthenticationRequest,
  { symKey, publicKey }: Seal,
  outcome: PeerOutcome,
): Promise<void> {
  const delivery =
    'error' in outcome ? refusals.authenticationByUser : peerMethods.wc_sessionAuthenticate.response
  const text = formatPeerAnswer(id, outcome)
  return send(core, {
    topic: topicOf(requester.publicKey),
    symKey,
    text,
    delivery,
    senderPublicKey: publicKey,
  })
}

/** Removes a request from its pairing, so that it is answered once. */
async function takeAuthentication(
  core: Core,
  transaction: Transaction,
  id: number,
): Promise<AuthenticationRequest> {
  const known = core.entries
    .all()
    .find((entry) => entry.kind === 'pairing' && entry.inbox?.authentication?.id === id)
  const entry = known === undefined ? undefined : await transaction.get(known.topic)
  const request = entry?.kind === 'pairing' ? entry.inbox?.authentication : undefined
  if (entry === undefined || request?.id !== id || request.expiresAt <= core.clock.now()) {
    throw new SignError('REQUEST_GONE')
  }
  await transaction.remove(entry.topic)
  return request
}

/** Returns the grants in the wallet's own signed messages. */
function grantsOf(auths: readonly Cacao[]): SessionNamespaces | undefined {
  const recaps = auths.flatMap(({ p }) => readRecap(p.resources) ?? [])
  const methods = [...new Set(recaps.flatMap((recap) => recap.methods))]
  const accounts = auths.flatMap(({ p }) => accountOfIss(p.iss) ?? [])
  const address = accounts[0]?.address
  if (methods.length === 0 || address === undefined) return undefined
  const chains = [
    ...new Set([...accounts.map(({ chainId }) => chainId), ...recaps.flatMap((recap) => recap.chains)]),
  ]
  const events = ['chainChanged', 'accountsChanged']
  return { eip155: { chains, accounts: chains.map((chain) => `${chain}:${address}`), methods, events } }
}
