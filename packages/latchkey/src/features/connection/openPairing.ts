import type { Connector } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { isSameJson } from '../../core/json.js'
import { watch } from '../../core/store.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Namespace } from '../../protocol/caip.js'
import { pairingLifetime } from '../../protocol/constants.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { isKitError } from '../../protocol/errors.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, update } from '../Kit.js'
import { alertLater } from '../notify/alertLater.js'
import { toErrorState } from '../notify/toErrorState.js'
import { walletConnectId } from '../walletConnectId.js'
import { rememberWallet } from '../wallets/rememberWallet.js'
import { adoptSession } from './adoptSession.js'
import { hearWallets } from './hearWallets.js'
import { activeNetworkId } from './inUse.js'
import { methodOf } from './methodOf.js'
import { offeredNetworks } from './offeredNetworks.js'
import {
  closePairing,
  finishPairing,
  type PairingRounds,
  renewal,
  resetPairing,
  roundsOf,
} from './pairingRounds.js'
import { withFreeStatus } from './sessions.js'
import type { Connection } from './state.js'

/** If a link fails sooner than this, it did not expire by age. Renewing it would make one link after another. */
const shortestLife = 60_000

/**
 * Makes a link for wallets to scan or open, and connects with the one that answers. The link is in
 * `state.connection.pairing`; an unexpired one is used again (spec §4), an expired one is renewed by itself until
 * `closePairing`, and a wallet that still answers the older link is welcome too. Until then the chain families
 * without a connected wallet have the status `connecting`. A modal that is open for one family makes a link for that
 * family, so that the wallets of the others stay connected; and for those that are connected by a link already, because
 * the new session takes the old one's place.
 *
 * @throws `WALLET_CONNECT_CONNECTOR_NOT_FOUND`, and what the connector throws.
 */
export function openPairing(kit: Kit, { wallet }: openPairing.Parameters = {}): Promise<Connection> {
  const connector = kit.connectors.get(walletConnectId)
  if (connector === undefined) return Promise.reject(accountError('WALLET_CONNECT_CONNECTOR_NOT_FOUND'))
  const families = wantedFamilies(kit, connector)
  // A link of another offer would connect too much, or too little.
  if (!isSameJson(roundsOf(kit).families, families)) resetPairing(kit)
  const rounds = roundsOf(kit)
  rounds.families = families
  rounds.outcome ??= createDeferred()
  rounds.wallet = wallet
  const { promise } = rounds.outcome
  const { pairing } = kit.store.getState().connection
  const isUsable =
    pairing?.status === 'pending' || (pairing?.status === 'ready' && isFresh(kit, pairing.expiresAt))
  if (rounds.current === undefined || !isUsable) startRound(kit, connector)
  else scheduleRenewal(kit, connector)
  update(kit, 'connection', (state) =>
    withFreeStatus(state, families ?? connector.info.namespaces, 'connecting'),
  )
  return promise
}

export declare namespace openPairing {
  type Parameters = {
    /** The explorer's wallet that the visitor chose: once it has answered, it is among the recent ones. */
    readonly wallet?: Wallet | undefined
  }
}

function wantedFamilies(kit: Kit, { info }: Connector): readonly Namespace[] | undefined {
  const { connection, modal } = kit.store.getState()
  const { namespace } = modal
  if (!isModalShown(kit) || namespace === undefined) return undefined
  const isLinked = (family: Namespace) => connection.current[family] === info.id
  return info.namespaces.filter((family) => family === namespace || isLinked(family))
}

function startRound(kit: Kit, connector: Connector, isRenewed?: true): void {
  const rounds = roundsOf(kit)
  const controller = new AbortController()
  rounds.open.add(controller)
  rounds.current = controller
  update(kit, 'connection', (state) => ({
    ...state,
    pairing: { status: 'pending', ...(isRenewed && { isRenewed }) },
  }))
  scheduleRenewal(kit, connector)
  void follow(kit, connector, controller)
}

async function follow(kit: Kit, connector: Connector, controller: AbortController): Promise<void> {
  const rounds = roundsOf(kit)
  const { families } = rounds
  const isOffered = (family: Namespace) => families?.includes(family) !== false
  const networks = offeredNetworks(kit).filter(({ chainNamespace }) => isOffered(chainNamespace))
  const { signal } = controller
  const startedAt = kit.clock.now()
  hearWallets(kit)
  const stopWatching = watch(
    kit.store,
    ({ connection }) => connection.pairing?.trouble,
    (trouble) => trouble && alertLater(kit, trouble),
  )
  try {
    const session = await untilAborted(connector.connect({ networks, signal }), signal)
    signal.throwIfAborted()
    rounds.open.delete(controller)
    const granted = Object.entries(session.namespaces).filter(([family]) => isOffered(family))
    const connection = adoptSession(
      kit,
      connector,
      { ...session, namespaces: Object.fromEntries(granted) },
      activeNetworkId(kit.store.getState()),
    )
    // Here and not on a screen: the screen goes as soon as the account is there.
    if (rounds.wallet !== undefined) rememberWallet(kit, rounds.wallet)
    rounds.outcome?.resolve(connection)
    // The wallet may have answered the older of two links: the visitor has connected, and both are done.
    finishPairing(kit)
    const name = connection.wallet?.name ?? connector.info.name
    kit.events.emit({ type: 'CONNECT_SUCCESS', method: methodOf(connector.info), name, reconnect: false })
  } catch (error) {
    rounds.open.delete(controller)
    // The failure of an older link does not matter, because the newer one shows.
    if (rounds.current !== controller || signal.aborted) return
    const isShown = kit.slots.get(renewal) !== undefined
    const isOld = kit.clock.now() - startedAt >= shortestLife
    // A page that slept past the renewal: the next link is due, and says that it is new.
    if (isKitError(error, 'PAIRING_EXPIRED') && isShown && isOld) return startRound(kit, connector, true)
    fail(kit, rounds, error)
  } finally {
    stopWatching()
  }
}

function fail(kit: Kit, rounds: PairingRounds, error: unknown): void {
  closePairing(kit)
  alertLater(kit, error)
  const failure = toErrorState(error, { code: 'CONNECT_FAILED' })
  update(kit, 'connection', (state) => ({ ...state, pairing: { status: 'error', error: failure } }))
  kit.events.emit({ type: 'CONNECT_ERROR', message: failure.code })
  rounds.outcome?.reject(error)
  rounds.outcome = undefined
  rounds.current = undefined
}

function scheduleRenewal(kit: Kit, connector: Connector) {
  kit.slots.take(renewal)?.()
  const { pairing } = kit.store.getState().connection
  const delay = (pairing?.expiresAt ?? kit.clock.now() + pairingLifetime) - kit.clock.now()
  // The older round is left running: only the link that shows is new.
  const cancel = kit.clock.setTimeout(() => startRound(kit, connector, true), Math.max(delay, 0))
  kit.slots.set(renewal, cancel)
}

function isFresh(kit: Kit, expiresAt: number | undefined): boolean {
  return expiresAt === undefined || expiresAt > kit.clock.now()
}
