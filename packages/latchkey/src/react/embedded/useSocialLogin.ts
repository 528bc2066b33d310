import type { SocialProvider } from '../../core/Config.js'
import { loginByFarcaster } from '../../features/embedded/loginByFarcaster.js'
import { loginBySocial } from '../../features/embedded/loginBySocial.js'
import { isTelegram } from '../device.js'
import { useKit } from '../KitContext.js'
import { openLoginWindow } from '../openLoginWindow.js'

/** Returns a function that begins a social login. Call it within the visitor's click: a browser opens a window only then. */
export function useSocialLogin(): (provider: SocialProvider) => void {
  const kit = useKit()
  return (provider) => {
    // A failure is in the state, which the login's screen shows.
    if (provider === 'farcaster') return void loginByFarcaster(kit).catch(() => {})
    const isWholePage = isTelegram()
    const opened = isWholePage ? null : openLoginWindow()
    loginBySocial(kit, { provider, opened, isWholePage }).catch(() => {})
  }
}
