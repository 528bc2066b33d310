import type { Page, WebSocketRoute } from '@playwright/test'
import { stack } from '../setup/stack.js'

/** A socket of the page; a dead one silently drops all data. */
type Line = { readonly socket: WebSocketRoute; isDead: boolean }

/** A phone on which the page moves to the background and back, losing its sockets. */
export class Phone {
  readonly #page: Page
  readonly #lines = new Set<Line>()
  #isAway = false

  constructor(page: Page) {
    this.#page = page
  }

  /** Call before the page is opened. */
  async install(): Promise<void> {
    await this.#page.routeWebSocket(`${stack.relay}/**`, (socket) => {
      // On iOS a page in the background does not run; here its network access is blocked.
      if (this.#isAway) return void socket.close({ code: 1001, reason: 'The page is suspended.' })
      const relay = socket.connectToServer()
      const line: Line = { socket, isDead: false }
      this.#lines.add(line)
      socket.onMessage((message) => {
        if (!line.isDead) relay.send(message)
      })
      relay.onMessage((message) => {
        if (!line.isDead) socket.send(message)
      })
      socket.onClose(() => {
        this.#lines.delete(line)
        void relay.close()
      })
    })
    await this.#page.addInitScript(() => {
      let state: DocumentVisibilityState = 'visible'
      Object.defineProperty(document, 'visibilityState', { get: () => state })
      Object.defineProperty(document, 'hidden', { get: () => state === 'hidden' })
      Document.prototype.hasFocus = () => state === 'visible'
      Object.assign(window, {
        setVisibility(next: DocumentVisibilityState) {
          state = next
          document.dispatchEvent(new Event('visibilitychange'))
        },
      })
    })
  }

  /** Moves the page to the background and closes its sockets, as iOS does. */
  async leave(): Promise<void> {
    await this.#setVisibility('hidden')
    this.#isAway = true
    for (const { socket } of this.#lines) await socket.close({ code: 1001, reason: 'The page is suspended.' })
    this.#lines.clear()
  }

  /** Moves the page to the background and kills its sockets without a close event. */
  async leaveSilently(): Promise<void> {
    await this.#setVisibility('hidden')
    for (const line of this.#lines) line.isDead = true
  }

  async comeBack(): Promise<void> {
    this.#isAway = false
    await this.#setVisibility('visible')
  }

  #setVisibility(state: DocumentVisibilityState): Promise<void> {
    return this.#page.evaluate(
      (next) =>
        (window as unknown as { readonly setVisibility: (state: string) => void }).setVisibility(next),
      state,
    )
  }
}
