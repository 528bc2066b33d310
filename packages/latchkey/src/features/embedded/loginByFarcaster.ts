import { embeddedError } from '../../protocol/embeddedErrors.js'
import { farcasterReloadDelay } from '../../protocol/frame/frameConstants.js'
import { toWebLink } from '../../protocol/schema/link.js'
import type { Kit } from '../Kit.js'
import { askFrame, embeddedWallet } from './embeddedWallet.js'
import { goTo } from './goTo.js'
import { beginLogin, changeLogin, endLogin, enterWallet, runLogin } from './runLogin.js'

const provider = 'farcaster'

/**
 * Logs in with Farcaster: the state has the link to show as a code, or to open on a phone; then the visitor approves in
 * that app.
 *
 * @throws `LOGIN_URI_FAILED`, `LOGIN_FAILED`, `FRAME_LOAD_FAILED`, `REQUEST_ABORTED`, and what `connect` throws; the
 *   failure is in the state
 */
export async function loginByFarcaster(kit: Kit): Promise<void> {
  const signal = beginLogin(kit, { way: provider, status: 'opening' })
  kit.events.emit({ type: 'SOCIAL_LOGIN_STARTED', provider })
  goTo(kit, { name: 'ConnectingFarcaster' })
  try {
    await runLogin(kit, signal, 'error', async () => {
      const { url } = await askFrame(kit, 'GET_FARCASTER_URI', {}, { signal })
      if (toWebLink(url) === undefined)
        throw embeddedError('LOGIN_URI_FAILED', { details: url.slice(0, 100) })
      changeLogin(kit, signal, { url, status: 'shown' })
      await askFrame(kit, 'CONNECT_FARCASTER', {}, { signal })
      signal.throwIfAborted()
      kit.events.emit({ type: 'SOCIAL_LOGIN_REQUEST_USER_DATA', provider })
      await enterWallet(kit, signal)
      kit.events.emit({ type: 'SOCIAL_LOGIN_SUCCESS', provider })
    })
  } catch (error) {
    kit.events.emit({ type: signal.aborted ? 'SOCIAL_LOGIN_CANCELED' : 'SOCIAL_LOGIN_ERROR', provider })
    throw error
  }
}

/**
 * Ends a Farcaster login that its visitor has left (spec §2 "Farcaster"): its link is forgotten, and the frame is loaded
 * anew 100 ms later, because a login that waits in it may still be approved.
 */
export function leaveFarcaster(kit: Kit): void {
  const wasShown = kit.store.getState().embedded?.login?.way === provider
  endLogin(kit)
  if (!wasShown) return
  const reload = () => {
    const isUsed = kit.store.getState().connection.connections[embeddedWallet(kit).connectorId] !== undefined
    if (!isUsed) embeddedWallet(kit).loadedClient()?.reload()
  }
  kit.slots.onStop(kit.clock.setTimeout(reload, farcasterReloadDelay))
}
