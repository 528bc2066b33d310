import type { FrameEvent } from 'latchkey/frame'
import { newId } from '../worker/deviceStore.js'
import type { WorkerApi } from '../worker/walletApi.js'
import type { WorkerEvent } from '../worker/workerClient.js'
import { answerHost } from './answerHost.js'
import type { Asks } from './asks.js'
import { awaitHost, frameWindow } from './handshake.js'
import { offerWindow } from './offerWindow.js'
import { plainPort } from './plainPort.js'
import { type Handlers, type HostConversation, serveHost } from './serveHost.js'
import { mayEmbed, type SiteSettings } from './settings.js'
import type { Ask, SiteStore } from './siteState.js'
import { tellUser } from './tellUser.js'
import { seesVisibility } from './visibility.js'

export type Begin = {
  readonly settings: SiteSettings
  readonly store: SiteStore
  readonly asks: Asks
  readonly wallet: WorkerApi
}

export type Running = {
  readonly onWorkerEvent: (event: WorkerEvent) => void
  readonly openWindow: (askId: string) => void
  readonly giveUpWindow: (askId: string) => void
  readonly tellLeave: (way: 'escape' | 'forward' | 'back') => void
}

/** Runs the surface in an iframe: waits for the host's page, and answers it from then on. */
export function startFrame({ settings, store, asks, wallet }: Begin): Running {
  const isLogging = new URLSearchParams(location.search).get('enableLogger') === 'true'
  let host: HostConversation | undefined
  let handlers: Handlers | undefined
  let origin = ''
  let isLasting = false
  const windows = offerWindow({
    ...{ store, asks, wallet, settings, origin: () => origin, isLasting: () => isLasting },
  })

  async function begin() {
    const found = await awaitHost(frameWindow(), {
      projectId: settings.projectId,
      isAllowed: (asked) => mayEmbed(settings, asked),
      newId,
    })
    if (found === undefined) return
    origin = found.origin
    store.setState((state) => ({ ...state, origin }))
    const started = await wallet.start({
      projectId: settings.projectId,
      host: origin,
      surface: 'iframe',
      chains: settings.chains,
    })
    isLasting = started.isLasting
    const onTicket = (token: string) => host?.tell('SESSION_UPDATE', { token })
    handlers = answerHost({
      ...{ wallet, asks, store, isLasting, newId, onTicket },
      seesVisibility: settings.approve === 'frame' && seesVisibility(),
      giveUpWindow: windows.giveUp,
      onChange: hearChange,
      onSignedOut: () => host?.tell('SIGNED_OUT', {}),
      chains: settings.chains,
      reload: () => location.reload(),
    })
    host = serveHost({
      port: plainPort(found.port),
      newId,
      handlers,
      // The host's `enableAuthLogger`.
      log: isLogging ? (line) => console.info(`Wallet: ${line}`) : undefined,
      onEvent: (type, payload) => {
        if (type === 'SHOWN') shown(payload)
      },
    })
    host.tell('READY', {
      version: '1',
      sessionId: newId(),
      bundleHash: settings.hash,
      capabilities: { hasStorage: isLasting, seesVisibility: seesVisibility() },
    })
    followAsks()
  }

  function shown({
    isShown,
    focus,
  }: {
    readonly isShown: boolean
    readonly focus?: 'first' | 'last' | undefined
  }) {
    store.setState((state) => ({ ...state, isShown, changedAt: performance.now() }))
    if (isShown && focus !== undefined) moveFocus(focus)
  }

  /** Tells the host when the visitor is needed, and when no longer. */
  function followAsks() {
    let needed: Ask | undefined
    const tell = () => {
      const [first] = store.getState().asks
      if (first?.id === needed?.id && first?.kind === needed?.kind) return
      needed = first
      host?.tell('SURFACE', surfaceOf(first))
    }
    store.subscribe(tell)
    tell()
  }

  /** Without an answer the host's next request shows what has changed. */
  function hearChange(event?: WorkerEvent) {
    void tellChange(event).catch(() => {})
  }

  async function tellChange(event?: WorkerEvent) {
    if (host === undefined || handlers === undefined) return
    const { GET_USER } = handlers
    const asked = { id: newId(), signal: new AbortController().signal, endsItself: () => {} }
    const needsNoSession = !isLasting && event !== 'signedOut'
    await tellUser({ wallet, needsNoSession, store, read: async () => GET_USER({}, asked), tell: host.tell })
  }

  void begin()
  return {
    onWorkerEvent: hearChange,
    openWindow: windows.open,
    giveUpWindow: windows.giveUp,
    tellLeave: (way) => host?.tell('LEAVE', { way }),
  }
}

function surfaceOf(first: Ask | undefined): FrameEvent<'SURFACE'> {
  if (first === undefined) return { isNeeded: false }
  const views = {
    consent: 'approve',
    recover: 'recover',
    backup: 'backup',
    login: 'view',
    passkey: 'view',
    view: 'view',
    window: 'window',
    account: 'view',
  } as const
  return { isNeeded: true, view: views[first.kind], id: first.id }
}

/** Moves the keyboard into the surface from the side from which it comes: to its heading, or to its last button. */
function moveFocus(side: 'first' | 'last') {
  const root = document.body.firstElementChild?.shadowRoot
  // A covered surface takes no focus (`useShield`).
  if (document.body.inert) return void setTimeout(moveFocus, 200, side)
  if (side === 'first') return root?.querySelector('h1')?.focus()
  const all = root?.querySelectorAll<HTMLElement>(
    ':not([data-approve]) > :is(button:not(:disabled), input, textarea, summary), [tabindex="0"]',
  )
  const shown = [...(all ?? [])].filter((one) => one.checkVisibility())
  shown.at(-1)?.focus()
}
