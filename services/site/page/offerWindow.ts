import { sendingMethods } from 'latchkey/frame'
import { newId } from '../worker/deviceStore.js'
import type { Handover, WorkerApi } from '../worker/walletApi.js'
import type { Asks } from './asks.js'
import type { SiteSettings } from './settings.js'
import type { Ask, SiteStore, WindowTask } from './siteState.js'
import { SiteError } from './toFrameError.js'
import { type FromWindow, openOwnWindow, type ToWindow, windowHello } from './window.js'
import {
  newTicket,
  portLine,
  serverLine,
  ticketText,
  type WindowLine,
  type WindowTicket,
} from './windowLine.js'

type Parameters = {
  readonly store: SiteStore
  readonly asks: Asks
  readonly wallet: WorkerApi
  readonly settings: SiteSettings
  /** The origin of the host's page. */
  readonly origin: () => string
  /** Whether the surface keeps its session. */
  readonly isLasting: () => boolean
}

/** The windows of a surface. */
export type WindowOffers = {
  /** Goes on with an ask in a window, in the visitor's click. */
  open(askId: string): void
  /** Tells the window of an ask that it is given up. */
  giveUp(askId: string): void
}

/** How long a window may take until it shows itself; after that it counts as blocked, in milliseconds. */
const patience = 3_000
/** How long the visitor waits for a code, in milliseconds. */
const linkPatience = 4_000
/** A code for a session is valid for a minute; a newer one is fetched in time. */
const linkLife = 45_000

/**
 * Returns how an ask goes on in a window of the wallet's own. The code for the window's session is fetched before the visitor's click, because browsers
 * let a page open a window only in the click itself.
 */
export function offerWindow({ store, asks, wallet, settings, origin, isLasting }: Parameters): WindowOffers {
  /** How to tell an open window that its task is given up, by the id of the ask. */
  const giveUps = new Map<string, () => void>()
  let link: { readonly code: string | undefined; readonly at: number } | undefined
  let isFetching = false
  const note = (isPreparing: boolean) => {
    isFetching = isPreparing
    store.setState((state) => ({ ...state, isPreparing }))
  }
  const prepare = async () => {
    if (isFetching || (link !== undefined && Date.now() - link.at < linkLife)) return
    note(true)
    // Without a session of its own the window asks the visitor to log in.
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, linkPatience, undefined))
    const code = await Promise.race([wallet.link().catch(() => undefined), late])
    link = { code, at: Date.now() }
    note(false)
  }
  const prepareIfAsked = () => {
    if (store.getState().asks.length > 0) void prepare()
  }
  store.subscribe(prepareIfAsked)
  // The visitor may take longer than a code is valid.
  setInterval(prepareIfAsked, 5_000)

  return { open, giveUp: (askId) => giveUps.get(askId)?.() }

  function open(askId: string) {
    const ask = store.getState().asks.find(({ id }) => id === askId)
    const task = ask && taskOf(ask)
    if (ask === undefined || task === undefined) return
    // What is being signed comes to its end here, and a window that works to its own.
    if (ask.kind === 'consent' && ask.status === 'busy') return
    giveUps.get(askId)?.()
    if (ask.kind === 'consent') void wallet.forget(ask.consent.id)
    const mark = (status: 'waiting' | 'blocked' | 'working') =>
      asks.change(askId, ({ id }) => ({ id, kind: 'window', status, task }))
    mark('waiting')
    const code = link !== undefined && Date.now() - link.at < 60_000 ? link.code : undefined
    link = undefined
    const ticket = newTicket(newId(), code)
    const query = new URLSearchParams({ projectId: settings.projectId })
    const opened = openOwnWindow(
      `${new URL('window/', location.href.replace(/[?#].*$/, ''))}?${query}#${ticketText(ticket)}`,
    )
    void meet(ticket, opened, {
      onHello(giveUp) {
        giveUps.set(askId, giveUp)
        if (task.kind === 'request') mark('working')
        return toWindow(task)
      },
      onSilence: () => mark('blocked'),
      onEnd(end) {
        giveUps.delete(askId)
        if (end.type === 'done') asks.resolve(askId, end.answer)
        else
          asks.reject(
            askId,
            new SiteError(end.code, end.message, end.rpc === undefined ? {} : { rpc: end.rpc }),
          )
      },
      isOpen: () => store.getState().asks.some(({ id }) => id === askId),
      onClosed: () => closedIn(task),
    })
  }

  async function toWindow(task: WindowTask): Promise<ToWindow> {
    const { theme, locale } = store.getState()
    const user = await wallet.user()
    const isSignedOut = user === undefined && isLasting()
    return { type: 'task', task, host: origin(), user: user?.id, isSignedOut, theme, locale: locale.tag }
  }

  async function meet(
    ticket: WindowTicket,
    opened: Window | null,
    on: {
      readonly onHello: (giveUp: () => void) => Promise<ToWindow>
      readonly onSilence: () => void
      readonly onEnd: (end: Exclude<FromWindow, { type: 'hello' | 'locked' }>) => void
      readonly isOpen: () => boolean
      readonly onClosed: () => Extract<FromWindow, { type: 'failed' }>
    },
  ) {
    let hasCome = false
    let isOver = false
    let isHandedOver = false
    const lines: WindowLine<ToWindow, FromWindow>[] = []
    const end = () => {
      isOver = true
      clearInterval(watch)
      window.removeEventListener('message', onMessage)
      for (const line of lines) line.close()
    }
    const hear = (line: () => (typeof lines)[number]) => (message: FromWindow) => {
      if (isOver) return
      if (message.type === 'locked') {
        if (!hasCome || isHandedOver) return
        isHandedOver = true
        const reply = (sealed?: Handover) => void line().send({ type: 'handedOver', sealed })
        // The window asks for another way in then.
        return void wallet.handOver(message.key).then(reply, () => reply())
      }
      if (message.type === 'hello') {
        if (hasCome) return
        hasCome = true
        return void on.onHello(() => void line().send({ type: 'cancel' })).then((task) => line().send(task))
      }
      end()
      on.onEnd(message)
    }
    function onMessage({ source, origin: from, data, ports }: MessageEvent) {
      const [port] = ports
      if (from !== location.origin || source !== opened || port === undefined) return
      if (data?.type !== windowHello || data.place !== ticket.place) return
      const line = portLine<ToWindow, FromWindow>(port, (message) => hear(() => line)(message))
      lines.push(line)
    }
    window.addEventListener('message', onMessage)
    if (ticket.link !== undefined) {
      const line = serverLine<ToWindow, FromWindow>(wallet, ticket, 'frame', (message) =>
        hear(() => line)(message),
      )
      lines.push(line)
    }
    const begun = Date.now()
    let closedAt: number | undefined
    const watch = setInterval(() => {
      if (!on.isOpen()) return end()
      if (!hasCome && Date.now() - begun > patience) on.onSilence()
      // A window that a policy has cut off looks closed from the start: only one that has shown itself can close.
      if (!hasCome || opened === null || !opened.closed) return
      closedAt ??= Date.now()
      if (Date.now() - closedAt < 1_000) return
      end()
      on.onEnd(on.onClosed())
    }, 250)
  }
}

function taskOf(ask: Ask): WindowTask | undefined {
  switch (ask.kind) {
    case 'window':
      return ask.task
    case 'consent':
      return { kind: 'request', request: ask.request }
    case 'view':
      return { kind: 'view', view: ask.view }
    case 'recover':
      return { kind: 'open', key: ask.key }
    case 'backup':
      return { kind: 'view', view: 'backup' }
    default:
      return undefined
  }
}

/** What a window means that was closed without a word: it may have sent what it was opened for. */
function closedIn(task: WindowTask): Extract<FromWindow, { type: 'failed' }> {
  const mayHaveSent = task.kind === 'request' && sendingMethods.has(task.request.method)
  return mayHaveSent
    ? { type: 'failed', code: 'failed', message: 'The window was closed: it may have been sent', rpc: -32603 }
    : { type: 'failed', code: 'window_closed', message: 'The window was closed', rpc: 4001 }
}
