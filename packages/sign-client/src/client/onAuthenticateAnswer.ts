/**
 * Handles a wallet's answer to a sign-in (WalletConnect spec, "Sign: session authenticate").
 */
import { deriveSymKey, topicOf } from '../crypto/keys.js'
import {
  type AuthPayload,
  accountOfIss,
  type Cacao,
  formatAuthMessage,
  readCacao,
} from '../protocol/authMessage.js'
import { readMetadata } from '../protocol/metadata.js'
import { sessionLifetime } from '../protocol/methods.js'
import type { SessionNamespaces } from '../protocol/namespaces.js'
import { fromPeerError, peerErrors } from '../protocol/peerErrors.js'
import type { PeerAnswer } from '../protocol/peerMessage.js'
import { isRecord, readList } from '../protocol/read.js'
import { readRecap } from '../protocol/recap.js'
import type { Session } from '../protocol/Session.js'
import { SignError } from '../SignError.js'
import type { PairingEntry } from '../state/Entry.js'
import type { Core, Incoming } from './Core.js'
import type { Auth } from './events.js'
import { eventFact, type Fact } from './facts.js'
import { failPairing, removePairing, turnAway } from './pairing.js'

const authLimit = 64

export async function onAuthenticateAnswer(
  { core, transaction, message, senderPublicKey }: Incoming<PeerAnswer>,
  pairing: PairingEntry,
): Promise<readonly Fact[]> {
  const { topic, offer } = pairing
  const { authentication } = offer ?? {}
  if (offer === undefined || authentication === undefined || authentication.id !== message.id) return []
  if (offer.sessionTopic !== undefined) return []
  const { outcome } = message
  if ('error' in outcome) {
    // The wallet does not support sign-in; it will answer the session proposal instead.
    if (outcome.error.code === peerErrors.unsupportedWcMethod.code) return []
    return failPairing(transaction, topic, fromPeerError(outcome.error))
  }

  const { cacaos, responder } = isRecord(outcome.result) ? outcome.result : {}
  const signed = readList(cacaos, authLimit, readCacao)
  const mismatch =
    signed === undefined || signed.length === 0 ? 'shape' : findMismatch(core, signed, authentication.payload)
  // The responder must be the sender of the envelope; official clients do not check this.
  const isResponder = isRecord(responder) && responder.publicKey === senderPublicKey
  if (signed === undefined || mismatch !== undefined || !isResponder || senderPublicKey === undefined) {
    const details = `the answer to the sign-in: ${mismatch ?? 'responder'}`
    return failPairing(transaction, topic, new SignError('PEER_INVALID', { details }))
  }
  const auths = signed.map(toAuth)
  const namespaces = grantsOf(signed, authentication.payload, authentication.methods)
  const symKey = await deriveSymKey(offer.privateKey, senderPublicKey)
  await removePairing(transaction, topic)
  if (pairing.isWithdrawn) {
    if (symKey !== undefined) turnAway(core, { topic: topicOf(symKey), symKey })
    return []
  }
  if (namespaces === undefined || symKey === undefined) return [{ type: 'paired', topic, outcome: { auths } }]

  const session: Session = {
    topic: topicOf(symKey),
    pairingTopic: topic,
    self: { publicKey: offer.publicKey, metadata: core.metadata },
    peer: { publicKey: senderPublicKey, metadata: readMetadata(responder.metadata) },
    namespaces,
    expiresAt: core.clock.now() + sessionLifetime,
    settledAt: core.clock.now(),
    isDeepLinkDisabled: false,
  }
  const { topic: sessionTopic, expiresAt } = session
  const lists = { seen: [], handled: [], asked: [], requests: [], latest: {} }
  await transaction.put({ kind: 'session', topic: sessionTopic, symKey, session, expiresAt, ...lists })
  return [
    eventFact('session_connect', sessionTopic, { session }),
    { type: 'paired', topic, outcome: { auths, session } },
  ]
}

function toAuth(cacao: Cacao): Auth {
  const { p, s } = cacao
  const { address = '', chainId = '' } = accountOfIss(p.iss) ?? {}
  return { cacao, message: formatAuthMessage(p, p.iss), address, chainId, signature: s.s, type: s.t }
}

/** Returns the part of the signed messages that differs from the request; `undefined` if none does. */
function findMismatch(core: Core, auths: readonly Cacao[], asked: AuthPayload): string | undefined {
  const now = core.clock.now() + core.skew()
  const addresses = new Set<string>()
  for (const { p } of auths) {
    const account = accountOfIss(p.iss)
    addresses.add(account?.address.toLowerCase() ?? '')
    if (account === undefined || !asked.chains.includes(account.chainId)) return 'chain'
    for (const name of ['domain', 'aud', 'nonce', 'version', 'exp', 'nbf', 'requestId'] as const) {
      if ((p[name] ?? undefined) !== (asked[name] ?? undefined)) return name
    }
    if (!(p.statement ?? '').startsWith(asked.statement ?? '')) return 'statement'
    if (p.exp !== undefined && Date.parse(p.exp) <= now) return 'expired'
  }
  return addresses.size === 1 ? undefined : 'more than one address'
}

/**
 * Returns the session grants in the signed messages: the allowed methods, on the chains that were proven or named with
 * them. `undefined` if no methods are allowed, so that the sign-in opens no session.
 */
function grantsOf(
  auths: readonly Cacao[],
  asked: AuthPayload,
  askedMethods: readonly string[],
): SessionNamespaces | undefined {
  const recaps = auths.flatMap(({ p }) => readRecap(p.resources) ?? [])
  const methods = [...new Set(recaps.flatMap((recap) => recap.methods))].filter((method) =>
    askedMethods.includes(method),
  )
  if (methods.length === 0) return undefined
  const accounts = auths.flatMap(({ p }) => accountOfIss(p.iss) ?? [])
  const named = [...accounts.map(({ chainId }) => chainId), ...recaps.flatMap((recap) => recap.chains)]
  const chains = [...new Set(named)].filter((chain) => asked.chains.includes(chain))
  const [address] = accounts.map((account) => account.address)
  return {
    eip155: {
      chains,
      accounts: chains.map((chain) => `${chain}:${address}`),
      methods,
      events: ['chainChanged', 'accountsChanged'],
    },
  }
}
