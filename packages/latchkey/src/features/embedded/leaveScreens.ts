import type { Kit } from '../Kit.js'
import { embeddedWallet } from './embeddedWallet.js'
import { leaveFarcaster } from './loginByFarcaster.js'
import { endLogin } from './runLogin.js'
import { isAtSurface } from './surface.js'

export { endEmailChange } from './changeEmail.js'
export { abandonSurface, cancelFlow } from './surface.js'

/**
 * The visitor has left the login's screens: it ends, unless the wallet's own surface lies over them and goes on with it, or
 * the screens were left because the wallet is connected.
 */
export function leaveLogin(kit: Kit): void {
  const { embedded, connection } = kit.store.getState()
  if (isAtSurface(kit)) return
  const isConnected = connection.connections[embeddedWallet(kit).connectorId] !== undefined
  if (isConnected && embedded?.login?.status === 'entering') return
  if (embedded?.login?.way === 'farcaster') leaveFarcaster(kit)
  else endLogin(kit)
}
