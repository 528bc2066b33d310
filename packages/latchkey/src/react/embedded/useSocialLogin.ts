import type { SocialProvider } from '../../core/Config.js'
import { loginByFarcaster } from '../../features/embedded/loginByFarcaster.js'
import { loginBySocial } from '../../features/embedded/loginBySocial.js'
import { isTelegram } from '../device.js'
import { useKit } from '../KitContext.js'

/** The size of a provider's window, in CSS pixels. */
const [width, height] = [600, 800]

/** Returns a function that begins a social login. Call it within the visitor's click: a browser opens a window only then. */
export function useSocialLogin(): (provider: SocialProvider) => void {
  const kit = useKit()
  return (provider) => {
    // A failure is in the state, which the login's screen shows.
    if (provider === 'farcaster') return void loginByFarcaster(kit).catch(() => {})
    const isWholePage = isTelegram()
    const opened = isWholePage ? null : openWindow()
    loginBySocial(kit, { provider, opened, isWholePage }).catch(() => {})
  }
}

/** Opens an empty window over the middle of this one; `null` if the browser does not allow it. */
function openWindow(): Window | null {
  const left = Math.max(0, screenX + (outerWidth - width) / 2)
  const top = Math.max(0, screenY + (outerHeight - height) / 2)
  return window.open('', 'latchkey-login', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
