/**
 * Proposes a session (WalletConnect spec, "Sign: session proposal"; CAIP-25).
 */
import { createKeyPair } from '../crypto/keys.js'
import { type ProposalNamespaces, readProposalNamespaces } from '../protocol/namespaces.js'
import { toSeconds } from '../protocol/read.js'
import type { ScopedProperties, Session, SessionProperties } from '../protocol/Session.js'
import { SignError } from '../SignError.js'
import type { Offer } from '../state/Entry.js'
import type { Core } from './Core.js'
import { type Offering, openPairing, type Pairing } from './pairing.js'
import { sendRequest } from './send.js'

export declare namespace connect {
  type Parameters = {
    /** The requested grants; the wallet may grant less, more, or other chains. */
    readonly namespaces: ProposalNamespaces
    /**
     * The grants that the app requires: a wallet that grants less is refused. Old wallets read only this field; newer
     * ones treat it like `namespaces`.
     */
    readonly requiredNamespaces?: ProposalNamespaces | undefined
    readonly sessionProperties?: SessionProperties | undefined
    readonly scopedProperties?: ScopedProperties | undefined
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * Returns a link for wallets at once, without the network; the proposal is published afterwards.
 *
 * @throws `NAMESPACES_INVALID`
 */
export function connect(core: Core, parameters: connect.Parameters): Pairing<Session> {
  const { requiredNamespaces = {}, sessionProperties, scopedProperties, signal } = parameters
  const optionalNamespaces = readOwn(parameters.namespaces)
  const required = readOwn(requiredNamespaces)
  return openPairing(core, {
    methods: [],
    signal,
    offer: async (offering) => {
      const offer: Offer = { id: core.nextId(), ...(await createKeyPair()), requiredNamespaces: required }
      await storeOffer(core, offering, offer)
      await propose(core, offering, offer, { optionalNamespaces, sessionProperties, scopedProperties })
    },
    accept({ session }) {
      // Without a sign-in, a pairing can lead only to a session.
      if (session === undefined) throw new SignError('PEER_INVALID')
      return session
    },
  })
}

/** Normalises the host's namespaces. @throws `NAMESPACES_INVALID` */
export function readOwn(value: ProposalNamespaces): ProposalNamespaces {
  const reading = readProposalNamespaces(value)
  if ('value' in reading) return reading.value
  throw new SignError('NAMESPACES_INVALID', { wireCode: reading.error.code, details: reading.error.message })
}

/**
 * Stores an offer before it is published, so that an answer finds it even after a reload.
 *
 * @throws `ABORTED` if the caller cancelled while the offer was made: there was nothing to remove yet.
 */
export async function storeOffer(core: Core, offering: Offering, offer: Offer): Promise<void> {
  await core.entries.exclusive(async (transaction) => {
    if (!core.pairings.has(offering.topic)) throw new SignError('ABORTED')
    await transaction.put({ kind: 'pairing', ...offering, seen: [], handled: [], offer })
  })
}

export async function propose(
  core: Core,
  { topic, symKey, expiresAt }: Offering,
  { id, publicKey, requiredNamespaces }: Offer,
  more: {
    readonly optionalNamespaces: ProposalNamespaces
    readonly sessionProperties?: SessionProperties | undefined
    readonly scopedProperties?: ScopedProperties | undefined
  },
): Promise<void> {
  const params = {
    relays: [{ protocol: 'irn' }],
    requiredNamespaces,
    ...more,
    proposer: { publicKey, metadata: core.metadata },
    expiryTimestamp: toSeconds(expiresAt + core.skew()),
    pairingTopic: topic,
  }
  await sendRequest(core, { topic, symKey, id, method: 'wc_sessionPropose', params })
}
