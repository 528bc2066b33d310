import { currentView } from '../../core/router.js'
import { accountError } from '../../protocol/accountErrors.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import { leftLoginItem } from '../../protocol/embeddedItems.js'
import { isKitError } from '../../protocol/errors.js'
import type { SocialLogin } from '../../protocol/frame/messages.js'
import { toWebLink } from '../../protocol/schema/link.js'
import type { Kit } from '../Kit.js'
import { goBack } from '../modal/navigate.js'
import type { View } from '../modal/screens.js'
import { askFrame, embeddedWallet } from './embeddedWallet.js'
import { goTo } from './goTo.js'
import { linkedController } from './linkedController.js'
import { type LoginWindow, watchLoginWindow } from './loginWindow.js'
import { beginLogin, changeLogin, endLogin, enterWallet, runLogin } from './runLogin.js'

/** How long it may take from the click until the provider's page is known, in milliseconds. */
const patience = 45_000
/** The screen that this login shows. */
const screen = { name: 'ConnectingSocial' } as const satisfies View

/**
 * Logs in at a provider, in a window that the caller has opened within the visitor's click: a browser opens none later.
 * The window goes to the provider once its address is known; the wallet fetches the result by itself.
 *
 * @throws `LOGIN_WINDOW_BLOCKED`, `LOGIN_WINDOW_CLOSED`, `LOGIN_URI_FAILED`, `SOCIALS_TIMEOUT`, `LOGIN_FAILED`,
 *   `LOGIN_OTHER`, `REQUEST_ABORTED`, and what `connect` throws; the failure is in the state
 */
export async function loginBySocial(
  kit: Kit,
  { provider, opened, isWholePage = false }: loginBySocial.Parameters,
): Promise<void> {
  const signal = beginLogin(kit, { way: provider, status: 'opening' })
  kit.events.emit({ type: 'SOCIAL_LOGIN_STARTED', provider })
  goTo(kit, screen, { replaces: screen.name })
  try {
    await runLogin(kit, signal, 'error', async () => {
      const uri = await addressOf(kit, provider, signal)
      if (isWholePage) return leavePage(kit, provider, uri)
      changeLogin(kit, signal, { uri })
      if (opened === null) throw embeddedError('LOGIN_WINDOW_BLOCKED')
      await logIn(kit, { provider, uri, opened, signal })
    })
  } catch (error) {
    // After a failed login the window says why.
    if (!isKitError(error, 'LOGIN_FAILED')) opened?.close()
    tellFailure(kit, provider, error, signal)
    throw error
  }
}

export declare namespace loginBySocial {
  type Parameters = {
    readonly provider: SocialLogin
    /** The empty window; `null` if the browser has opened none. */
    readonly opened: LoginWindow | null
    /** Whether the page itself goes to the provider, in browsers without windows. @default false */
    readonly isWholePage?: boolean | undefined
  }
}

async function addressOf(kit: Kit, provider: SocialLogin, signal: AbortSignal): Promise<string> {
  const limited = linkedController(signal)
  const late = accountError('SOCIALS_TIMEOUT')
  const cancel = kit.clock.setTimeout(() => limited.abort(late), patience)
  try {
    const { uri } = await askFrame(kit, 'GET_SOCIAL_REDIRECT_URI', { provider }, { signal: limited.signal })
    // The window is still this page's: an address that runs script would run here.
    const link = toWebLink(uri)
    if (link === undefined) throw embeddedError('LOGIN_URI_FAILED', { details: uri.slice(0, 100) })
    return link
  } catch (cause) {
    if (limited.signal.reason === late) throw late
    throw isKitError(cause, 'FRAME_ERROR') ? embeddedError('LOGIN_URI_FAILED', { cause }) : cause
  } finally {
    cancel()
  }
}

type Opened = {
  readonly provider: SocialLogin
  readonly uri: string
  readonly opened: LoginWindow
  readonly signal: AbortSignal
}

async function logIn(kit: Kit, { provider, uri, opened, signal }: Opened): Promise<void> {
  const waiting = linkedController(signal)
  const stop = watchLoginWindow({
    clock: kit.clock,
    opened,
    origin: new URL(embeddedWallet(kit).url).origin,
    onClosed: () => waiting.abort(embeddedError('LOGIN_WINDOW_CLOSED')),
    onResult: () => {
      kit.events.emit({ type: 'SOCIAL_LOGIN_REQUEST_USER_DATA', provider })
      changeLogin(kit, signal, { status: 'entering' })
    },
  })
  try {
    opened.location.href = uri
    changeLogin(kit, signal, { status: 'window' })
    await askFrame(kit, 'CONNECT_SOCIAL', { uri }, { signal: waiting.signal })
  } catch (error) {
    throw waiting.signal.aborted ? waiting.signal.reason : error
  } finally {
    stop()
  }
  signal.throwIfAborted()
  opened.close()
  await enterWallet(kit, signal)
  kit.events.emit({ type: 'SOCIAL_LOGIN_SUCCESS', provider })
}

/** In a messaging app the whole page goes to the provider, and comes back with the result's address. */
function leavePage(kit: Kit, provider: SocialLogin, uri: string): Promise<void> {
  kit.storage.write(leftLoginItem, provider)
  location.assign(uri)
  // The page ends here.
  return new Promise(() => {})
}

function tellFailure(kit: Kit, provider: SocialLogin, error: unknown, signal: AbortSignal): void {
  const isClosed = isKitError(error, 'LOGIN_WINDOW_CLOSED')
  const type = isClosed || signal.aborted ? 'SOCIAL_LOGIN_CANCELED' : 'SOCIAL_LOGIN_ERROR'
  kit.events.emit({ type, provider })
  if (!isClosed || signal.aborted) return
  // Closing the window is an answer: the visitor is back at the choice.
  endLogin(kit)
  if (currentView(kit.store.getState().modal.stack).name === screen.name) goBack(kit)
}
