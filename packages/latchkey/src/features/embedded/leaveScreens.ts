import { currentView } from '../../core/router.js'
import type { Kit } from '../Kit.js'
import { isModalShown } from '../modal/isModalShown.js'
import { leaveFarcaster } from './loginByFarcaster.js'
import { endLogin } from './runLogin.js'

export { endEmailChange } from './changeEmail.js'
export { abandonSurface, cancelFlow } from './surface.js'

/** The visitor has left the login's screens: it ends, unless the wallet's own surface lies over them and goes on with it. */
export function leaveLogin(kit: Kit): void {
  const { name } = currentView(kit.store.getState().modal.stack)
  if (isModalShown(kit) && name === 'ApproveTransaction') return
  const isFarcaster = kit.store.getState().embedded?.login?.way === 'farcaster'
  if (isFarcaster) leaveFarcaster(kit)
  else endLogin(kit)
}
