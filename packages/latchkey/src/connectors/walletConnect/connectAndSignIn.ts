import {
  type Auth,
  isSignError,
  type Pairing,
  type PairingOutcome,
  type SignClient,
} from '@latchkey/sign-client'
import type { SignInOffer, SiwxRequest, SiwxSession } from '../../core/siwx.js'
import { type CaipNetworkId, parseNetworkId } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { proposeNamespaces } from './proposeNamespaces.js'

/** What a wallet answered: it connected, and signed in where it can do both at once. */
type Answer = Pick<PairingOutcome, 'session'> & { readonly signed: readonly SiwxSession[] }

/**
 * Asks a wallet to connect and to sign in with one approval, and beside it for a session alone: whichever it knows, it
 * answers. `undefined` where there is nothing to sign, so that no wallet was asked: the networks are not all of eip155,
 * which alone can be signed in to so, or nobody says what is to be signed.
 *
 * @throws `SignError`
 */
export async function connectAndSignIn({
  client,
  offer,
  networks,
  signal,
  onLink,
}: {
  readonly client: SignClient
  readonly offer: SignInOffer
  readonly networks: readonly Network[]
  readonly signal: AbortSignal
  readonly onLink: (pairing: Pairing<PairingOutcome>) => void
}): Promise<Answer | undefined> {
  const { eip155, ...others } = proposeNamespaces(networks)
  if (eip155 === undefined || Object.keys(others).length > 0) return undefined
  const chainIds = networks.map(({ caipNetworkId }) => caipNetworkId)
  const pairing = client.authenticate({
    chains: chainIds,
    methods: eip155.methods,
    signal,
    message: async () => toMessage(await offer.request(chainIds)),
  })
  onLink(pairing)
  try {
    const { session, auths = [] } = await pairing.approval
    return { session, signed: auths.map(toSession) }
  } catch (error) {
    // There is no message, or one that nobody could sign.
    if (isSignError(error) && error.code === 'INPUT_INVALID') return undefined
    throw error
  }
}

function toMessage({ expirationTime, notBefore, ...message }: SiwxRequest) {
  const toTime = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
  return { ...message, expiresAt: toTime(expirationTime), notBeforeAt: toTime(notBefore) }
}

function toSession({ cacao, address, chainId, message, signature }: Auth): SiwxSession {
  const { namespace, reference } = parseNetworkId(chainId) ?? { namespace: 'eip155', reference: '' }
  const networkId: CaipNetworkId = `${namespace}:${reference}`
  return { data: { accountAddress: address, chainId: networkId }, message, signature, cacao }
}
