import type { Pairing, Session, SignClient } from '@latchkey/sign-client'
import type { Clock } from '../../core/clock.js'
import type { ConnectorEvent, ConnectorSession } from '../../core/connector.js'
import type { Emitter } from '../../core/emitter.js'
import type { SignInOffer, SiwxSession } from '../../core/siwx.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import type { Namespace } from '../../protocol/caip.js'
import { pairingLifetime } from '../../protocol/constants.js'
import type { Network } from '../../protocol/entities/Network.js'
import { walletError } from '../../protocol/walletErrors.js'
import { connectAndSignIn } from './connectAndSignIn.js'
import { endSession } from './endSession.js'
import { proposeNamespaces } from './proposeNamespaces.js'
import type { SessionInUse } from './sessionInUse.js'
import { toConnectError } from './toConnectError.js'

export declare namespace pair {
  type Parameters = {
    readonly client: SignClient
    readonly clock: Clock
    readonly sessionInUse: SessionInUse
    readonly events: Emitter<ConnectorEvent>
    readonly networks: readonly Network[]
    readonly protocolOf: (namespace: Namespace) => WalletProtocol
    /** A way to sign in with the same approval, where the host has one. */
    readonly offer: SignInOffer | undefined
    /** Aborting ends the session even after the wallet's answer, because no tab uses it. */
    readonly signal: AbortSignal
    /** Topics of the pairings that this tab has open. */
    readonly ownPairings: Set<string>
  }
}

/**
 * Gives a link to a wallet by the `pairing` event, and takes up the session that comes of it: with a sign-in where one is
 * offered and the wallet can.
 *
 * @throws `CONNECTION_DECLINED`, `PAIRING_EXPIRED`, `JWT_TOKEN_NOT_VALID` (this device and the wallet do not have the same
 *   time), `WALLET_ANSWER_INVALID`, `RELAY_UNREACHABLE`, `REQUEST_ABORTED`, `CONNECT_FAILED`
 */
export async function pair(parameters: pair.Parameters): Promise<ConnectorSession> {
  const { client, clock, sessionInUse, events, networks, protocolOf, offer, signal, ownPairings } = parameters
  const announced: string[] = []
  let goodUntil = 0
  try {
    const answer =
      offer && (await connectAndSignIn({ client, offer, networks, protocolOf, signal, onLink: announce }))
    if (offer === undefined || answer === undefined) {
      const session = await propose()
      endOnAbort(parameters, session)
      return await sessionInUse.adopt(session)
    }
    if (answer.session === undefined) throw walletError('WALLET_ANSWER_INVALID')
    endOnAbort(parameters, answer.session)
    return await adoptSigned(parameters, { ...answer, offer, session: answer.session })
  } catch (error) {
    throw toConnectError(error, goodUntil - clock.now())
  } finally {
    for (const topic of announced) ownPairings.delete(topic)
  }

  function propose(): Promise<Session> {
    const pairing = client.connect({ namespaces: proposeNamespaces(networks, protocolOf), signal })
    announce(pairing)
    return pairing.approval
  }

  function announce({ uri, topic, expiresAt }: Pick<Pairing<unknown>, 'uri' | 'topic' | 'expiresAt'>) {
    announced.push(topic)
    ownPairings.add(topic)
    goodUntil = Math.min(expiresAt, clock.now() + pairingLifetime)
    events.emit({ type: 'pairing', uri, expiresAt: goodUntil })
  }
}

/** Adopts a session that came with signed messages, and stores those before the connection is announced. */
async function adoptSigned(
  { sessionInUse, networks, signal }: pair.Parameters,
  {
    session,
    signed,
    offer,
  }: { readonly session: Session; readonly signed: readonly SiwxSession[]; readonly offer: SignInOffer },
): Promise<ConnectorSession> {
  const signedOn = signed.map(({ data }) => data.chainId)
  // A wallet may sign for fewer chains than it grants: a chain that it signed for needs no further signature.
  const wanted = networks.find(({ caipNetworkId }) => signedOn.includes(caipNetworkId))
  const adopted = await sessionInUse.adopt(
    session,
    wanted && { [wanted.chainNamespace]: wanted.caipNetworkId },
  )
  // All networks of such a sign-in are of one family.
  const networkId = adopted.namespaces[networks[0]?.chainNamespace ?? '']?.networkId
  if (networkId === undefined) return adopted
  await offer.accept({ sessions: signed, networkId, signal })
  return adopted
}

// The visitor may cancel at the moment of the answer: the wallet must not show a connection then.
function endOnAbort({ client, signal }: pair.Parameters, { topic }: Session) {
  const end = () => endSession(client, topic)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
}
