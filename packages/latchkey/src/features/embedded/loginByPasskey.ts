import type { Kit } from '../Kit.js'
import { askFrame } from './embeddedWallet.js'
import { beginLogin, enterWallet, runLogin } from './runLogin.js'

/**
 * Logs in with a passkey of the wallet's site. The browser asks for it in the frame, or in a window of the wallet's own.
 *
 * @throws `LOGIN_FAILED`, `REQUEST_REJECTED`, `FRAME_LOAD_FAILED`, `REQUEST_ABORTED`, and what `connect` throws; the
 *   failure is in the state
 */
export async function loginByPasskey(kit: Kit): Promise<void> {
  const signal = beginLogin(kit, { way: 'passkey', status: 'asking' })
  await runLogin(kit, signal, 'error', async () => {
    await askFrame(kit, 'CONNECT_PASSKEY', {}, { signal })
    signal.throwIfAborted()
    await enterWallet(kit, signal)
  })
}
