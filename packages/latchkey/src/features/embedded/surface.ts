import type { FrameClient } from '../../core/FrameClient.js'
import { resetRoutes } from '../../core/resetRoutes.js'
import { currentView } from '../../core/router.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, update } from '../Kit.js'
import { endLatest } from '../latest.js'
import { closeModal } from '../modal/closeModal.js'
import { pushView, replaceView, settleTransaction } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { screenOf } from '../modal/screenOf.js'
import type { View } from '../modal/screens.js'
import { embeddedSlot, updateEmbedded } from './embeddedWallet.js'
import { surfaceSlot } from './openSurface.js'
import { endLogin } from './runLogin.js'
import type { Surface } from './state.js'

/**
 * Shows the screen over which the wallet's surface lies (spec §2 "Transaction stack"): the modal opens on it, or goes to it
 * from the screen that it shows.
 */
export function showSurface(kit: Kit, surface: Surface): void {
  updateEmbedded(kit, { surface })
  const view: View = { name: 'ApproveTransaction', parameters: { surface: surface.view } }
  if (!isModalShown(kit)) return openModal(kit, { view })
  const isThere = currentView(kit.store.getState().modal.stack).name === view.name
  if (isThere) replaceView(kit, view)
  else pushView(kit, view)
}

/** How long a screen may take to show the frame, in milliseconds. */
const patience = 1_500

/**
 * Shows the frame in the middle of the page if no screen has done so: a host with screens of its own may not know it, and
 * its visitor could not answer.
 */
export function showUnplaced(kit: Kit, client: FrameClient): void {
  const show = () => {
    if (kit.store.getState().embedded?.surface === undefined || client.isShown()) return
    const width = Math.min(360, innerWidth)
    const height = Math.min(600, innerHeight)
    const [top, left] = [(innerHeight - height) / 2, (innerWidth - width) / 2]
    client.show({ top, left, width, height, radius: '20px' }, 'first')
  }
  kit.slots.onStop(kit.clock.setTimeout(show, patience))
}

/** Takes the screen of the surface away: the one below it shows again, or the modal closes. */
export function leaveSurface(kit: Kit): void {
  updateEmbedded(kit, { surface: undefined })
  const { stack } = kit.store.getState().modal
  const [first, ...rest] = stack.filter((view) => screenOf(kit, view)?.hasSurface !== true)
  if (stack.length === rest.length + 1 && first !== undefined) return
  if (first === undefined) return leaveEmpty(kit)
  update(kit, 'modal', (modal) => ({ ...modal, stack: [first, ...rest] }))
}

/** Nothing lies below the surface: the modal was opened for it. */
function leaveEmpty(kit: Kit): void {
  if (isModalShown(kit)) closeModal(kit)
  update(kit, 'modal', (modal) => ({ ...modal, stack: resetRoutes<View>({ name: 'Connect' }) }))
}

/** Whether the modal shows the screen over which the surface lies. */
export function isAtSurface(kit: Kit): boolean {
  return (
    isModalShown(kit) && screenOf(kit, currentView(kit.store.getState().modal.stack))?.hasSurface === true
  )
}

/**
 * The visitor has left the screen while the surface still asked: whatever waits for them is given up (spec §4 "Modal"). A
 * login that needed the surface ends too.
 */
export function abandonSurface(kit: Kit): void {
  const { surface, login } = kit.store.getState().embedded ?? {}
  if (surface === undefined || isAtSurface(kit)) return
  updateEmbedded(kit, { surface: undefined })
  const wallet = kit.slots.get(embeddedSlot)
  if (wallet !== undefined) kit.connectors.get(wallet.connectorId)?.abort?.()
  endLatest(kit, surfaceSlot)
  if (login !== undefined) endLogin(kit)
}

/**
 * Closing the modal while the surface asks, within a flow of the host: the flow ends as cancelled, and decides where the
 * modal goes. Returns whether there was one.
 */
export function cancelFlow(kit: Kit): boolean {
  if (kit.store.getState().modal.transactions.length === 0) return false
  settleTransaction(kit, 'cancel')
  return true
}
