import { defineSlot } from '../../core/slots.js'
import { namespaceOf } from '../../protocol/caip.js'
import { codeSentItem, loginItem } from '../../protocol/embeddedItems.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { cancelConnect, connect } from '../connection/connect.js'
import { activeNetworkId } from '../connection/inUse.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { embeddedWallet, updateEmbedded } from './embeddedWallet.js'
import type { Login } from './state.js'

const loginSlot = defineSlot<AbortController>('embedded.login')

/** Begins a login in place of the one under way; its signal aborts when another begins or it is given up. */
export function beginLogin(kit: Kit, login: Login): AbortSignal {
  endLogin(kit)
  const controller = kit.slots.set(loginSlot, new AbortController())
  updateEmbedded(kit, { login })
  return controller.signal
}

/** The signal of the login under way. @throws `REQUEST_ABORTED` without one */
export function loginSignal(kit: Kit): AbortSignal {
  const controller = kit.slots.get(loginSlot)
  if (controller === undefined) throw new KitError('REQUEST_ABORTED')
  return controller.signal
}

/** Gives up the login under way, if there is one: the wallet is told, and an answer that comes later is dropped. */
export function endLogin(kit: Kit): void {
  const controller = kit.slots.take(loginSlot)
  controller?.abort(new KitError('REQUEST_ABORTED'))
  const { login } = kit.store.getState().embedded ?? {}
  if (login === undefined) return
  if (login.status === 'entering') cancelConnect(kit)
  updateEmbedded(kit, { login: undefined })
}

/** Changes what is known of the login under way; nothing if it has been given up. */
export function changeLogin(kit: Kit, signal: AbortSignal, change: Partial<Login>): void {
  if (signal.aborted) return
  update(kit, 'embedded', (state) =>
    // The caller changes the login of the way that it began.
    state?.login === undefined ? state : { ...state, login: { ...state.login, ...change } as Login },
  )
}

/**
 * Runs a part of a login: its failure is in the state, for the screen, and rejects for the caller.
 *
 * @param status What the login returns to after a failure.
 */
export async function runLogin<value>(
  kit: Kit,
  signal: AbortSignal,
  status: Login['status'],
  part: () => Promise<value>,
): Promise<value> {
  try {
    const value = await part()
    signal.throwIfAborted()
    return value
  } catch (error) {
    if (signal.aborted) throw signal.reason
    changeLogin(kit, signal, { status, error: toErrorState(error) } as Partial<Login>)
    throw error
  }
}

/**
 * Opens the wallet of the visitor who has just logged in, and connects it. The wallet may ask the visitor for more: on a new
 * device it asks for another way in.
 */
export async function enterWallet(kit: Kit, signal: AbortSignal): Promise<void> {
  const { connectorId } = embeddedWallet(kit)
  changeLogin(kit, signal, { status: 'entering', error: undefined } as Partial<Login>)
  const onAbort = () => cancelConnect(kit)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await connect(kit, { connectorId, networkId: servedNetworkId(kit) })
    keepLogin(kit)
    kit.slots.take(loginSlot)
    updateEmbedded(kit, { login: undefined })
  } catch (error) {
    // The login's own screen shows the failure.
    if (!isKitError(error, 'REQUEST_ABORTED')) cancelConnect(kit)
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The network to connect on: the one in use if the wallet has its chain family, else the host's first that it has. */
function servedNetworkId(kit: Kit) {
  const state = kit.store.getState()
  const served = kit.connectors.get(embeddedWallet(kit).connectorId)?.info.namespaces ?? []
  if (served.includes(namespaceOf(activeNetworkId(state)))) return undefined
  return state.network.networks.find(({ chainNamespace }) => served.includes(chainNamespace))?.caipNetworkId
}

/** Keeps how the visitor has logged in, for the next page (spec §4 "Secure frame"). */
function keepLogin(kit: Kit): void {
  const { login, user } = kit.store.getState().embedded ?? {}
  kit.storage.write(codeSentItem, undefined)
  if (login === undefined) return
  const { way } = login
  const email = user?.email ?? (login.way === 'email' ? login.email : undefined)
  const { accountTypes } = kit.storage.read(loginItem) ?? {}
  kit.storage.write(loginItem, { way, email, userName: user?.userName, accountTypes })
  if (user !== undefined) updateEmbedded(kit, { user: { ...user, way } })
}
