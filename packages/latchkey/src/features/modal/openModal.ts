import type { HostNamespace } from '../../core/Register.js'
import { resetRoutes } from '../../core/resetRoutes.js'
import { accountOf } from '../account/state.js'
import { isConnected, isRestoring } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import { activeNamespace } from '../network/state.js'
import { hideSnackbar } from '../notify/hideSnackbar.js'
import { untold } from '../notify/tellError.js'
import { withoutLists } from '../wallets/state.js'
import type { View } from './screens.js'

/**
 * Opens the modal by the rules of spec §2 "Opening the modal". Without an account, the ways to connect come before a
 * screen of the account. With one of the given chain family, that family comes into use. A screen that this kit does not
 * offer does not open, and the console says so (`keepScreenRules`). While a stored connection is being restored,
 * `isLoading` says that the screen may still change.
 */
export function openModal(kit: Kit, parameters: openModal.Parameters = {}): void {
  const { connection, modal: was } = kit.store.getState()
  const view = firstView(kit, parameters)
  const { uri, namespace } = parameters
  if (uri !== undefined) {
    update(kit, 'connection', (connection) => ({ ...connection, pairing: { status: 'ready', uri } }))
  }
  if (namespace !== was.namespace) update(kit, 'wallets', withoutLists)
  hideSnackbar(kit)
  for (const connector of kit.connectors.values()) connector.wake?.()
  kit.slots.take(untold)?.()
  update(kit, 'modal', (modal) => ({
    ...modal,
    isOpen: true,
    isLoading: isRestoring(connection, namespace ?? activeNamespace(kit.store.getState())),
    isShaking: false,
    namespace,
    stack: resetRoutes(view),
    next: parameters.view === view ? undefined : parameters.view,
  }))
  if (!was.isOpen)
    kit.events.emit({ type: 'MODAL_OPEN', connected: isConnected(kit.store.getState().connection) })
}

export declare namespace openModal {
  type Parameters = {
    /** The screen to open on; by default the account when connected, else the ways to connect. */
    readonly view?: View | undefined
    /** The chain family whose account decides, and whose wallets are offered. @default the active one, and all */
    readonly namespace?: HostNamespace | undefined
    /** A pairing link to show, for hosts that run the connection protocol themselves. */
    readonly uri?: string | undefined
    /** Whether the device is a phone or tablet; the view layer passes it. */
    readonly isMobile?: boolean | undefined
  }
}

function firstView(kit: Kit, { view, namespace, uri, isMobile = false }: openModal.Parameters): View {
  const state = kit.store.getState()
  if (uri !== undefined) return { name: 'ConnectingWalletConnect' }
  const account = accountOf(state, namespace)
  if (kit.adapters.size === 0 && account === undefined) {
    return { name: isMobile ? 'AllWallets' : 'ConnectingWalletConnectBasic' }
  }
  if (view !== undefined) return view
  if (account === undefined) return { name: 'Connect' }
  return { name: isUnsupportedNetwork(kit, state, namespace) ? 'UnsupportedChain' : 'Account' }
}
