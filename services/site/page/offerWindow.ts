import { newId } from '../worker/deviceStore.js'
import type { Handover, WorkerApi } from '../worker/walletApi.js'
import type { Asks } from './asks.js'
import type { SiteSettings } from './settings.js'
import type { Ask, SiteStore, WindowTask } from './siteState.js'
import { SiteError } from './toFrameError.js'
import { type FromWindow, openOwnWindow, type ToWindow, windowHello } from './window.js'
import { newTicket, portLine, serverLine, ticketText, type WindowTicket } from './windowLine.js'

type Parameters = {
  readonly store: SiteStore
  readonly asks: Asks
  readonly wallet: WorkerApi
  readonly settings: SiteSettings
  /** The origin of the host's page. */
  readonly origin: () => string
}

/** How long a window may take until it shows itself; after that it counts as blocked, in milliseconds. */
const patience = 3_000
/** A code for a session is valid for a minute; a newer one is fetched in time. */
const linkLife = 45_000

/**
 * Returns how an ask goes on in a window of the wallet's own. The code for the window's session is fetched before the visitor's click, because browsers
 * let a page open a window only in the click itself.
 */
export function offerWindow({ store, asks, wallet, settings, origin }: Parameters): (askId: string) => void {
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
    const code = await wallet.link().catch(() => undefined)
    link = { code, at: Date.now() }
    note(false)
  }
  const prepareIfAsked = () => {
    if (store.getState().asks.length > 0) void prepare()
  }
  store.subscribe(prepareIfAsked)
  // The visitor may take longer than a code is valid.
  setInterval(prepareIfAsked, 5_000)

  return (askId) => {
    const ask = store.getState().asks.find(({ id }) => id === askId)
    const task = ask && taskOf(ask)
    if (ask === undefined || task === undefined) return
    if (ask.kind === 'consent') void wallet.forget(ask.consent.id)
    const mark = (status: 'waiting' | 'blocked') =>
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
      onHello: () => toWindow(task),
      onSilence: () => mark('blocked'),
      onEnd(end) {
        if (end.type === 'done') asks.resolve(askId, end.answer)
        else
          asks.reject(
            askId,
            new SiteError(end.code, end.message, end.rpc === undefined ? {} : { rpc: end.rpc }),
          )
      },
      isOpen: () => store.getState().asks.some(({ id }) => id === askId),
    })
  }

  function toWindow(task: WindowTask): ToWindow {
    const { theme, locale, user } = store.getState()
    return { type: 'task', task, host: origin(), user: user?.id, theme, locale: locale.tag }
  }

  async function meet(
    ticket: WindowTicket,
    opened: Window | null,
    on: {
      readonly onHello: () => ToWindow
      readonly onSilence: () => void
      readonly onEnd: (end: Exclude<FromWindow, { type: 'hello' | 'locked' }>) => void
      readonly isOpen: () => boolean
    },
  ) {
    let hasCome = false
    let isOver = false
    const lines: { send(message: ToWindow): void; close(): void }[] = []
    const end = () => {
      isOver = true
      clearInterval(watch)
      window.removeEventListener('message', onMessage)
      for (const line of lines) line.close()
    }
    const hear = (line: () => (typeof lines)[number]) => (message: FromWindow) => {
      if (isOver) return
      if (message.type === 'locked') {
        const reply = (sealed?: Handover) => line().send({ type: 'handedOver', sealed })
        // The window asks for another way in then.
        return void wallet.handOver(message.key).then(reply, () => reply())
      }
      if (message.type === 'hello') {
        if (hasCome) return
        hasCome = true
        return line().send(on.onHello())
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
      on.onEnd({ type: 'failed', code: 'window_closed', message: 'The window was closed', rpc: 4001 })
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
    default:
      return undefined
  }
}
