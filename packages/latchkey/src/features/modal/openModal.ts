import type { HostNamespace } from '../../core/Register.js'
import { reset } from '../../core/router.js'
import { KitError } from '../../protocol/errors.js'
import { accountOf } from '../account/state.js'
import { isConnected } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import { hideSnackbar } from '../notify/hideSnackbar.js'
import { tellError } from '../notify/tellError.js'
import { withoutLists } from '../wallets/state.js'
import type { View } from './state.js'

/** Set in `kit.live` where the browser's storage fails: the visitor is told when the modal opens next. */
export const storageTroubleKey = 'storage.trouble'

/** Opens the modal by the rules of spec §2 "Opening the modal". */
export function openModal(kit: Kit, parameters: openModal.Parameters = {}): void {
  const { isOpen: wasOpen, namespace: before } = kit.store.getState().modal
  const view = firstView(kit, parameters)
  const { uri, namespace } = parameters
  if (uri !== undefined) {
    update(kit, 'connection', (connection) => ({ ...connection, pairing: { status: 'ready', uri } }))
  }
  if (namespace !== before) update(kit, 'wallets', withoutLists)
  hideSnackbar(kit)
  if (kit.live.delete(storageTroubleKey)) tellError(kit, new KitError('STORAGE_UNAVAILABLE'))
  update(kit, 'modal', (modal) => ({
    ...modal,
    isOpen: true,
    isShaking: false,
    namespace,
    stack: reset(view),
  }))
  if (!wasOpen)
    kit.events.emit({ type: 'MODAL_OPEN', connected: isConnected(kit.store.getState().connection) })
}

export declare namespace openModal {
  type Parameters = {
    /** The screen to open on; by default the account when connected, else the ways to connect. */
    readonly view?: View | undefined
    /** The chain family whose account decides, and whose wallets are offered. @default the active one, and all */
    readonly namespace?: HostNamespace | undefined
    /** A pairing link to show, where the host runs the connection protocol itself. */
    readonly uri?: string | undefined
    /** Whether the device is a phone or tablet: the view layer knows. */
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
  return { name: isUnsupportedNetwork(kit, state) ? 'UnsupportedChain' : 'Account' }
}
