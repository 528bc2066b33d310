import type { Ask, SiteStore, WindowTask } from './siteState.js'

// The wallet's own window, as its iframe opens it. Both have one origin: they speak through the window's opener if the host's page lets them, and
// otherwise by sealed messages through the server (spec §10 "Parts").

/** What the iframe sends to the window, and the window to the iframe. */
export type ToWindow = {
  readonly type: 'task'
  readonly task: WindowTask
  /** The origin of the host's page. */
  readonly host: string
  readonly projectId: string
  /** Gives the window a session of the iframe's visitor. */
  readonly link?: string | undefined
  readonly theme: unknown
}
export type FromWindow =
  | { readonly type: 'hello' }
  | { readonly type: 'done'; readonly answer: unknown }
  | {
      readonly type: 'failed'
      readonly error: { readonly code: string; readonly message: string; readonly rpc?: number | undefined }
    }

/** A line between the two surfaces, whatever carries it. */
export type Line = {
  send(message: ToWindow | FromWindow): void
  /** Called with each message of the other side, in their order. */
  onMessage(listener: (message: ToWindow | FromWindow) => void): void
  close(): void
}

/** The size of the window, in CSS pixels. */
const width = 440
const height = 720

/** Opens the window, in the visitor's click. `undefined` if the browser tells that it has blocked it. */
export function openOwnWindow(address: string): Window | null {
  const left = Math.max(0, Math.round(screen.width / 2 - width / 2))
  const top = Math.max(0, Math.round(screen.height / 2 - height / 2))
  return window.open(address, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
}

/** Marks an ask as waiting for the window, or as blocked. */
export function markWindow(store: SiteStore, id: string, status: 'waiting' | 'blocked'): void {
  store.setState((state) => ({
    ...state,
    asks: state.asks.map((ask): Ask => (ask.id === id && ask.kind === 'window' ? { ...ask, status } : ask)),
  }))
}
