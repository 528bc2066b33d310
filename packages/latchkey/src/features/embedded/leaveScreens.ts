import { currentView } from '../../core/router.js'
import type { Kit } from '../Kit.js'
import { isModalShown } from '../modal/isModalShown.js'
import { embeddedWallet } from './embeddedWallet.js'
import { leaveFarcaster } from './loginByFarcaster.js'
import { endLogin } from './runLogin.js'

export { endEmailChange } from './changeEmail.js'
export { abandonSurface, cancelFlow } from './surface.js'

/**
 * The visitor has left the login's screens: it ends, unless the wallet's own surface lies over them and goes on with it, or
 * the screens were left because the wallet is connected.
 */
export function leaveLogin(kit: Kit): void {
  const { modal, embedded, connection } = kit.store.getState()
  if (isModalShown(kit) && currentView(modal.stack).name === 'ApproveTransaction') return
  const isConnected = connection.connections[embeddedWallet(kit).connectorId] !== undefined
  if (isConnected && embedded?.login?.status === 'entering') return
  if (embedded?.login?.way === 'farcaster') leaveFarcaster(kit)
  else endLogin(kit)
}
