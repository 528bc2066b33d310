import { newId } from '../worker/deviceStore.js'
import type { Handover } from '../worker/walletApi.js'
import { viewEnds } from './answerHost.js'
import { keepStorage } from './keepStorage.js'
import { openWallet } from './openWallet.js'
import type { Begin, Running } from './startFrame.js'
import { syncTheme } from './syncTheme.js'
import { SiteError, toFrameError } from './toFrameError.js'
import { type FromWindow, isVisitorOf, type ToWindow, type WindowWork, windowHello } from './window.js'
import { type OwnLine, portLine, readTicket, serverLine } from './windowLine.js'

/** How long the iframe may take to hand the wallet over, in milliseconds. The line through the server is slow. */
const openerPatience = 6_000
/** How long the window stays for its last message, in milliseconds. */
const sendPatience = 10_000

/** Runs the surface in a window of its own: does the one task that the iframe has opened it for, and closes. */
export function startOwnWindow({ settings, store, asks, wallet }: Begin): Running {
  const ticket = readTicket(location.hash)
  // What stands behind `#` is for this page's eyes only.
  history.replaceState(undefined, '', location.pathname + location.search)
  let line: OwnLine | undefined
  let giveUp = () => {}
  /** The page that opened this window is unknown: its link says only that somebody has a session of the account. */
  let isStranger = false
  let handedOver: ((sealed: Handover | undefined) => void) | undefined

  async function begin() {
    if (ticket === undefined) return
    const opener = ownOpener()
    if (opener !== undefined) {
      const { port1, port2 } = new MessageChannel()
      line = portLine<FromWindow, ToWindow>(port1, hear)
      opener.postMessage({ type: windowHello, place: ticket.place }, location.origin, [port2])
    } else {
      if (ticket.link === undefined) return
      isStranger = true
      await start('')
      // Whoever has made the link chooses its account: the one that is logged in here stays.
      if ((await wallet.user()) === undefined) await redeemAsked(ticket.link)
      line = serverLine<FromWindow, ToWindow>(wallet, ticket, 'window', hear)
    }
    void line.send({ type: 'hello' })
  }

  const start = (host: string) =>
    wallet.start({ projectId: settings.projectId, host, surface: 'window', chains: settings.chains })

  /** Logs in by a link, if the visitor says that the account is theirs. */
  async function redeemAsked(code: string) {
    const user = await wallet.tryLink(code)
    try {
      const { signal } = new AbortController()
      await asks.ask({ id: newId(), kind: 'account', name: user.email ?? user.userName ?? user.id }, signal)
    } catch (error) {
      await wallet.keepLink(false)
      throw error
    }
    await wallet.keepLink(true)
  }

  function hear(message: ToWindow) {
    if (message.type === 'task') return void work(message)
    if (message.type === 'cancel') return giveUp()
    handedOver?.(message.sealed)
  }

  /** Asks the iframe for the vault key. It may have none, or be gone. */
  function askOpener(key: string): Promise<Handover | undefined> {
    return new Promise((resolve) => {
      handedOver = resolve
      setTimeout(resolve, openerPatience)
      void line?.send({ type: 'locked', key })
    })
  }

  async function work(asking: WindowWork) {
    const { task, host, theme, locale } = asking
    store.setState((state) => ({ ...state, origin: host, theme }))
    void syncTheme(store, { themeMode: theme.mode, themeVariables: { ...theme.variables }, locale })
    const controller = new AbortController()
    giveUp = () => controller.abort()
    addEventListener('pagehide', giveUp, { once: true })
    const asked = { signal: controller.signal }
    try {
      // What a stranger says of the page is not known: nothing is signed without asking, and no sign-in text of a site.
      await start(isStranger ? '' : host)
      await logIn(asking, controller.signal)
      finish({ type: 'done', answer: await run() })
    } catch (error) {
      finish({ type: 'failed', ...toFrameError(error) })
    }

    async function run(): Promise<unknown> {
      if (task.kind === 'view') {
        const { view } = task
        await openWallet({ wallet, asks, newId, askOpener }, asked)
        const id = newId()
        await asks.ask(
          view === 'backup' ? { id, kind: 'backup' } : { id, kind: 'view', view },
          controller.signal,
        )
        return (await wallet.user()) === undefined ? viewEnds.signedOut : undefined
      }
      const opened = await openWallet({ wallet, asks, newId, askOpener }, asked)
      if (task.kind === 'open') {
        // The key of the wallet goes to the iframe that opened this window, and never to the maker of a link.
        if (task.key === undefined || isStranger) return opened
        return { ...opened, sealed: await wallet.handOver(task.key) }
      }
      const { request } = task
      const reading = await wallet.request(request)
      if (reading.status === 'answer') return reading.result
      return asks.ask(
        { id: newId(), kind: 'consent', consent: reading.consent, request, status: 'open' },
        controller.signal,
      )
    }
  }

  /** The iframe's visitor must be this window's, too: by the code in its address, or by a login here. */
  async function logIn(asking: WindowWork, signal: AbortSignal) {
    const { user: wanted, isSignedOut = false } = asking
    const own = await wallet.user()
    if (own !== undefined && isVisitorOf(asking, own.id)) return
    // Who has signed out in the iframe means this window, too.
    if (own !== undefined && isSignedOut) await wallet.signOut()
    if (ticket?.link !== undefined && !isStranger) await wallet.redeem(ticket.link).catch(() => undefined)
    if ((await wallet.user()) === undefined) await asks.ask({ id: newId(), kind: 'login' }, signal)
    keepStorage()
    const user = await wallet.user()
    if (wanted !== undefined && user?.id !== wanted)
      throw new SiteError('login_failed', 'Another account has logged in')
    store.setState((state) => ({ ...state, user }))
  }

  function finish(message: FromWindow) {
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
    // The message must be on its way before the page goes: the way through the server takes as long as the network does.
    const sent = Promise.race([line?.send(message), pause(sendPatience)])
    void Promise.all([sent, pause(400)]).then(() => window.close())
  }

  begin().catch((error: unknown) => finish({ type: 'failed', ...toFrameError(error) }))
  return {
    onWorkerEvent: () => {},
    // This is the window.
    openWindow: () => {},
    giveUpWindow: () => {},
    tellLeave: () => {},
  }
}

/** The iframe that opened this window, if the browser lets the two reach each other. */
function ownOpener(): Window | undefined {
  try {
    const { opener } = window
    // Reading this fails for a page of another origin.
    return opener?.location.origin === location.origin ? opener : undefined
  } catch {
    return undefined
  }
}
