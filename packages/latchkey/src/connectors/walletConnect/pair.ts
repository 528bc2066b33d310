import type { Pairing, Session, SignClient } from '@latchkey/sign-client'
import type { Clock } from '../../core/clock.js'
import { type ConnectorEvent, type ConnectorSession, connectedMeanwhile } from '../../core/connector.js'
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
import type { ActiveNetworks } from './readSession.js'
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
    /** Aborting ends the session even after the wallet's answer, unless the reason is `connectedMeanwhile`. */
    readonly signal: AbortSignal
    /** Topics of the pairings that this tab has open. */
    readonly ownPairings: Set<string>
  }
}

/**
 * Gives a link to a wallet by the `pairing` event, and takes up the session that comes of it: with a sign-in where one
 * is offered and the wallet can.
 *
 * @throws `CONNECTION_DECLINED`, `PAIRING_EXPIRED`, `JWT_TOKEN_NOT_VALID` (this device and the wallet do not have the
 *   same time), `WALLET_ANSWER_INVALID`, `RELAY_UNREACHABLE`, `REQUEST_ABORTED`, `CONNECT_FAILED`
 */
export async function pair(parameters: pair.Parameters): Promise<ConnectorSession> {
  const { client, clock, events, networks, protocolOf, offer, signal, ownPairings } = parameters
  const announced: string[] = []
  let goodUntil = 0
  try {
    const answer =
      offer && (await connectAndSignIn({ client, offer, networks, protocolOf, signal, onLink: announce }))
    if (offer === undefined || answer === undefined) {
      const session = await propose()
      return await adopt(parameters, session)
    }
    if (answer.session === undefined) throw walletError('WALLET_ANSWER_INVALID')
    return await adoptSigned(parameters, { ...answer, offer, session: answer.session })
  } catch (error) {
    if (signal.aborted) leave(parameters, announced)
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
  parameters: pair.Parameters,
  {
    session,
    signed,
    offer,
  }: { readonly session: Session; readonly signed: readonly SiwxSession[]; readonly offer: SignInOffer },
): Promise<ConnectorSession> {
  const { networks, signal } = parameters
  const signedOn = signed.map(({ data }) => data.chainId)
  // A wallet may sign for fewer chains than it grants: a chain that it signed for needs no further signature.
  const wanted = networks.find(({ caipNetworkId }) => signedOn.includes(caipNetworkId))
  const adopted = await adopt(
    parameters,
    session,
    wanted && { [wanted.chainNamespace]: wanted.caipNetworkId },
  )
  // All networks of such a sign-in are of one family.
  const networkId = adopted.namespaces[networks[0]?.chainNamespace ?? '']?.networkId
  if (networkId === undefined) return adopted
  await offer.accept({ sessions: signed, networkId, signal })
  return adopted
}

/** Adopts the session of this link. The link may be aborted at the moment of the wallet's answer, or just after it. */
async function adopt(
  parameters: pair.Parameters,
  session: Session,
  active?: ActiveNetworks,
): Promise<ConnectorSession> {
  const { sessionInUse, signal } = parameters
  const onAbort = () => leave(parameters, [session.pairingTopic])
  if (isCancelled(signal)) throw signal.reason
  signal.addEventListener('abort', onAbort, { once: true })
  const adopted = await sessionInUse.adopt(session, active)
  if (signal.aborted) onAbort()
  return adopted
}

/** Leaves the links that were aborted while their wallets settled. */
function leave({ client, clock, sessionInUse, signal }: pair.Parameters, links: readonly string[]): void {
  for (const { topic, pairingTopic } of client.sessions()) {
    if (!links.includes(pairingTopic)) continue
    // The visitor cancelled: the wallet must not show a connection.
    if (isCancelled(signal)) endSession(client, topic)
    // Nobody waits for this link any more: events tell of the newest session.
    else clock.setTimeout(() => void sessionInUse.followNewest().then(sessionInUse.tell), 0)
  }
}

const isCancelled = ({ aborted, reason }: AbortSignal) => aborted && reason?.cause !== connectedMeanwhile
