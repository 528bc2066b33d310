import { embeddedError } from '../../protocol/embeddedErrors.js'
import { leftLoginItem } from '../../protocol/embeddedItems.js'
import type { Kit } from '../Kit.js'
import { showError } from '../notify/showSnackbar.js'
import { askFrame, embeddedWallet } from './embeddedWallet.js'
import { beginLogin, enterWallet, runLogin } from './runLogin.js'

/** The parameter of the page's address with which a provider leads back from a messaging app's browser. */
const parameter = 'result_uri'

/** The result's address in the page's own address; `undefined` if there is none. */
function leftLoginIn(href: string): string | undefined {
  return new URL(href).searchParams.get(parameter) ?? undefined
}

/**
 * Finishes the login for which the visitor has left the page (spec §4 "Secure frame"): the parameter leaves the page's
 * address first, so that it is used once. It counts only if this browser has begun a login, and if it is an address of the
 * wallet's site: else anybody could log a visitor in to a wallet of theirs by a link.
 */
export async function takeLeftLogin(kit: Kit): Promise<void> {
  const uri = leftLoginIn(location.href)
  if (uri === undefined) return
  const page = new URL(location.href)
  page.searchParams.delete(parameter)
  history.replaceState(history.state, '', page)
  const provider = kit.storage.read(leftLoginItem)
  kit.storage.write(leftLoginItem, undefined)
  const isOurs = URL.canParse(uri) && new URL(uri).origin === new URL(embeddedWallet(kit).url).origin
  if (provider === undefined || provider === 'email' || provider === 'passkey' || !isOurs) return
  if (provider === 'farcaster') return
  const signal = beginLogin(kit, { way: provider, status: 'entering' })
  kit.events.emit({ type: 'SOCIAL_LOGIN_REQUEST_USER_DATA', provider })
  try {
    await runLogin(kit, signal, 'error', async () => {
      await askFrame(kit, 'CONNECT_SOCIAL', { uri }, { signal })
      signal.throwIfAborted()
      await enterWallet(kit, signal)
    })
    kit.events.emit({ type: 'SOCIAL_LOGIN_SUCCESS', provider })
  } catch (cause) {
    kit.events.emit({ type: 'SOCIAL_LOGIN_ERROR', provider })
    showError(kit, embeddedError('LOGIN_FAILED', { cause }))
  }
}
