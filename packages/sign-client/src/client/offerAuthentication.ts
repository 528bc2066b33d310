/** The app's half of a sign-in, loaded on demand by `authenticate`. */
import { createKeyPair, topicOf } from '../crypto/keys.js'
import type { AuthPayload } from '../protocol/authMessage.js'
import { toChainId } from '../protocol/caip.js'
import { authenticationLifetime } from '../protocol/methods.js'
import { toSeconds } from '../protocol/read.js'
import { encodeRecap } from '../protocol/recap.js'
import { SignError } from '../SignError.js'
import type { Offer } from '../state/Entry.js'
import type { AuthenticateParameters } from './AuthenticateParameters.js'
import type { Core } from './Core.js'
import { propose, readOwn, storeOffer } from './connect.js'
import type { PairingOutcome } from './events.js'
import type { Offering } from './pairing.js'
import { sendRequest } from './send.js'

/**
 * Publishes a sign-in request together with a session proposal; the wallet answers the one that it supports.
 *
 * @throws `INPUT_INVALID`
 */
export async function offerAuthentication(
  core: Core,
  offering: Offering,
  parameters: AuthenticateParameters.Parameters,
): Promise<void> {
  const { methods = [] } = parameters
  const message = 'message' in parameters ? await parameters.message() : parameters
  const payload = toPayload(core, parameters, message)
  const events = ['chainChanged', 'accountsChanged']
  const sessionMethods = [...new Set([...methods, 'personal_sign'])]
  const optionalNamespaces = readOwn({
    eip155: { chains: payload.chains, methods: sessionMethods, events },
  })
  const keys = await createKeyPair()
  const id = core.nextId()
  const authentication = { id, payload, methods, replyTopic: topicOf(keys.publicKey) }
  const offer: Offer = { id: core.nextId(), ...keys, requiredNamespaces: {}, authentication }
  const { topic, symKey, expiresAt } = offering
  // The offer first: whoever removes it removes its reply topic too.
  await storeOffer(core, offering, offer)
  await core.entries.exclusive((transaction) =>
    transaction.put({
      kind: 'reply',
      topic: authentication.replyTopic,
      pairingTopic: topic,
      privateKey: keys.privateKey,
      expiresAt,
      seen: [],
      handled: [],
    }),
  )
  const params = {
    authPayload: { type: 'caip122', ...payload },
    requester: { publicKey: keys.publicKey, metadata: core.metadata },
    expiryTimestamp: toSeconds(core.clock.now() + authenticationLifetime + core.skew()),
  }
  await Promise.all([
    sendRequest(core, { topic, symKey, id, method: 'wc_sessionAuthenticate', params }),
    propose(core, offering, offer, { optionalNamespaces }),
  ])
}

/** @throws `PEER_INVALID` if the host's check rejects a signature. */
export async function verifyAuths(
  outcome: PairingOutcome,
  { verify }: AuthenticateParameters.Parameters,
): Promise<PairingOutcome> {
  for (const auth of outcome.auths ?? []) {
    if (verify !== undefined && !(await verify(auth))) {
      throw new SignError('PEER_INVALID', { details: 'the signature of the sign-in' })
    }
  }
  return outcome
}

function toPayload(
  core: Core,
  asked: AuthenticateParameters.Common,
  {
    domain,
    uri,
    nonce,
    statement,
    requestId,
    expiresAt,
    notBeforeAt,
    ...message
  }: AuthenticateParameters.Message,
): AuthPayload {
  const { methods = [] } = asked
  const chains = asked.chains.map((chain) => toChainId(chain) ?? '')
  if (chains.length === 0 || !chains.every((chain) => chain.startsWith('eip155:'))) {
    throw new SignError('INPUT_INVALID', { details: 'chains: CAIP-2 ids of eip155' })
  }
  const lines = { statement, requestId, domain, uri, nonce }
  for (const [name, line] of Object.entries(lines)) {
    const isMissing = line === undefined && ['domain', 'uri', 'nonce'].includes(name)
    // A line break would let one part of the message imitate another.
    if (isMissing || line === '' || (line !== undefined && /[^\x20-\x7e]/.test(line))) {
      throw new SignError('INPUT_INVALID', { details: `${name}: one line of ASCII` })
    }
  }
  const recap = methods.length === 0 ? [] : [encodeRecap(methods)]
  const resources = [...(message.resources ?? []), ...recap]
  const toText = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  return {
    chains,
    domain,
    aud: uri,
    version: '1',
    nonce,
    iat: new Date(core.clock.now() + core.skew()).toISOString(),
    exp: toText(expiresAt),
    nbf: toText(notBeforeAt),
    statement,
    requestId,
    resources: resources.length === 0 ? undefined : resources,
  }
}
