import {
  type Auth,
  isSignError,
  type Pairing,
  type PairingOutcome,
  type SignClient,
} from '@latchkey/sign-client'
import type { SignInOffer, SiwxRequest, SiwxSession } from '../../core/siwx.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { proposeNamespaces } from './proposeNamespaces.js'

/** A wallet's answer: the session, and the signed messages if it connected and signed in with one approval. */
type Answer = Pick<PairingOutcome, 'session'> & { readonly signed: readonly SiwxSession[] }

/**
 * Asks a wallet to connect and sign in with one approval, and also proposes a plain session; the wallet answers the
 * request that it supports. Returns `undefined`, without asking a wallet, if there is nothing to sign: the networks are
 * not all of one family that supports this sign-in, or the host has no message to sign.
 *
 * @throws `SignError`
 */
export async function connectAndSignIn({
  client,
  offer,
  networks,
  protocolOf,
  signal,
  onLink,
}: {
  readonly client: SignClient
  readonly offer: SignInOffer
  readonly networks: readonly Network[]
  readonly protocolOf: (namespace: Namespace) => WalletProtocol
  readonly signal: AbortSignal
  readonly onLink: (pairing: Pairing<PairingOutcome>) => void
}): Promise<Answer | undefined> {
  const [proposed, ...others] = Object.entries(proposeNamespaces(networks, protocolOf))
  if (proposed === undefined || others.length > 0) return undefined
  const [namespace, { methods }] = proposed
  if (protocolOf(namespace).signsInOnConnect !== true) return undefined
  const chainIds = networks.map(({ caipNetworkId }) => caipNetworkId)
  const pairing = client.authenticate({
    chains: chainIds,
    methods,
    signal,
    message: async () => toMessage(await offer.request(chainIds)),
  })
  onLink(pairing)
  try {
    const { session, auths = [] } = await pairing.approval
    return { session, signed: auths.map(toSession) }
  } catch (error) {
    // There is no message, or none that can be signed.
    if (isSignError(error) && error.code === 'INPUT_INVALID') return undefined
    throw error
  }
}

function toMessage({ expirationTime, notBefore, ...message }: SiwxRequest) {
  const toTime = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
  return { ...message, expiresAt: toTime(expirationTime), notBeforeAt: toTime(notBefore) }
}

function toSession({ cacao, address, chainId, message, signature }: Auth): SiwxSession {
  return { data: { accountAddress: address, chainId: chainId as CaipNetworkId }, message, signature, cacao }
}
