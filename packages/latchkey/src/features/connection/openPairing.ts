import type { Connector } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { watch } from '../../core/store.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { pairingLifetime } from '../../protocol/constants.js'
import { type Kit, update } from '../Kit.js'
import { activeNetworkId } from '../network/state.js'
import { alertOnRefusal } from '../notify/alertOnRefusal.js'
import { toErrorState } from '../notify/toErrorState.js'
import { adoptSession, offeredNetworks } from './connect.js'
import { closePairing, type PairingRounds, renewalKey, resetPairing, roundsOf } from './pairingRounds.js'
import type { Connection } from './state.js'

/** The id of the connector that speaks the connection protocol. */
export const walletConnectId = 'walletConnect'

/**
 * Makes a link for wallets to scan or open, and connects with the one that answers. The link is in
 * `state.connection.pairing`; an unexpired one is used again (spec §4), an expired one is renewed by itself until
 * `closePairing`, and a wallet that still answers the older link is welcome too.
 *
 * @throws `WALLET_CONNECT_CONNECTOR_NOT_FOUND`, and what the connector throws.
 */
export function openPairing(kit: Kit): Promise<Connection> {
  const connector = kit.connectors.get(walletConnectId)
  if (connector === undefined) return Promise.reject(accountError('WALLET_CONNECT_CONNECTOR_NOT_FOUND'))
  const rounds = roundsOf(kit)
  rounds.outcome ??= createDeferred()
  const { promise } = rounds.outcome
  const { pairing } = kit.store.getState().connection
  const isUsable =
    pairing?.status === 'pending' || (pairing?.status === 'ready' && isFresh(kit, pairing.expiresAt))
  if (rounds.current === undefined || !isUsable) startRound(kit, connector)
  else scheduleRenewal(kit, connector)
  return promise
}

function startRound(kit: Kit, connector: Connector): void {
  const rounds = roundsOf(kit)
  const controller = new AbortController()
  rounds.open.add(controller)
  rounds.current = controller
  update(kit, 'connection', (state) => ({ ...state, pairing: { status: 'pending' } }))
  scheduleRenewal(kit, connector)
  void follow(kit, connector, controller)
}

async function follow(kit: Kit, connector: Connector, controller: AbortController): Promise<void> {
  const rounds = roundsOf(kit)
  const { signal } = controller
  const stopWatching = watch(
    kit.store,
    ({ connection }) => connection.pairing?.trouble,
    (trouble) => alertOnRefusal(kit, trouble),
  )
  try {
    const session = await untilAborted(connector.connect({ networks: offeredNetworks(kit), signal }), signal)
    signal.throwIfAborted()
    rounds.open.delete(controller)
    const connection = adoptSession(kit, connector, session, activeNetworkId(kit.store.getState()))
    rounds.outcome?.resolve(connection)
    // The wallet may have answered the older of two links: the visitor has connected, and both are done.
    resetPairing(kit)
    const name = connection.wallet?.name ?? connector.info.name
    kit.events.emit({ type: 'CONNECT_SUCCESS', method: 'qrcode', name, reconnect: false })
  } catch (error) {
    rounds.open.delete(controller)
    // The failure of an older link concerns nobody: the newer one shows.
    if (rounds.current === controller && !signal.aborted) fail(kit, rounds, error)
  } finally {
    stopWatching()
  }
}

function fail(kit: Kit, rounds: PairingRounds, error: unknown): void {
  closePairing(kit)
  alertOnRefusal(kit, error)
  const failure = toErrorState(error, { code: 'CONNECT_FAILED' })
  update(kit, 'connection', (state) => ({ ...state, pairing: { status: 'error', error: failure } }))
  kit.events.emit({ type: 'CONNECT_ERROR', message: failure.code })
  rounds.outcome?.reject(error)
  rounds.outcome = undefined
  rounds.current = undefined
}

function scheduleRenewal(kit: Kit, connector: Connector) {
  closePairing(kit)
  const { pairing } = kit.store.getState().connection
  const delay = (pairing?.expiresAt ?? kit.clock.now() + pairingLifetime) - kit.clock.now()
  // The older round is left running: only the link that shows is new.
  const cancel = kit.clock.setTimeout(() => startRound(kit, connector), Math.max(delay, 0))
  kit.live.set(renewalKey, cancel)
}

function isFresh(kit: Kit, expiresAt: number | undefined): boolean {
  return expiresAt === undefined || expiresAt > kit.clock.now()
}
