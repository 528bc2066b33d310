import { currentView, reset } from '../../core/router.js'
import { shakeDuration } from '../../protocol/earlyConstants.js'
import { accountOf } from '../account/state.js'
import { isConnected } from '../connection/state.js'
import { type Kit, type State, update } from '../Kit.js'
import { isUnsupportedNetwork } from '../network/isUnsupportedNetwork.js'
import { hideSnackbar } from '../notify/hideSnackbar.js'
import { hideTooltip } from '../notify/hideTooltip.js'

/**
 * Closes the modal, or shakes it where it must not be closed (the wallet is on an unsupported chain). An embedded modal
 * goes to the account when connected, else to the ways to connect (spec §2).
 */
export function closeModal(kit: Kit): void {
  const state = kit.store.getState()
  if (!state.modal.isOpen && kit.config.enableEmbedded !== true) return
  if (currentView(state.modal.stack).name === 'UnsupportedChain' && isUnsupportedNetwork(kit, state)) {
    return shakeModal(kit)
  }
  if (isSignatureDue(state)) return shakeModal(kit)
  hideSnackbar(kit)
  hideTooltip(kit)
  update(kit, 'connection', (connection) =>
    connection.attempt === null ? connection : { ...connection, attempt: null },
  )
  if (kit.config.enableEmbedded === true) {
    const name = accountOf(state) === undefined ? 'Connect' : 'Account'
    return update(kit, 'modal', (modal) => ({ ...modal, stack: reset({ name }), transactions: [] }))
  }
  update(kit, 'modal', (modal) => ({
    ...modal,
    isOpen: false,
    isLoading: false,
    isShaking: false,
    transactions: [],
  }))
  kit.events.emit({ type: 'MODAL_CLOSE', connected: isConnected(state.connection) })
}

/** Whether the modal shows what must be signed before it can be left (spec §4 "Modal"). */
function isSignatureDue({ modal, siwx, ...state }: State): boolean {
  if (siwx.isRequired !== true || siwx.status === 'signedIn') return false
  const isAsked = currentView(modal.stack).name === 'SIWXSignMessage'
  return isAsked && accountOf({ modal, siwx, ...state }) !== undefined
}

/** Shakes the modal for 500 ms: what the visitor tried is not possible now. */
export function shakeModal(kit: Kit): void {
  if (kit.store.getState().modal.isShaking) return
  update(kit, 'modal', (modal) => ({ ...modal, isShaking: true }))
  kit.clock.setTimeout(() => update(kit, 'modal', (modal) => ({ ...modal, isShaking: false })), shakeDuration)
}
