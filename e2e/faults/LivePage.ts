import { contracts } from '@latchkey/chains'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { View } from 'latchkey'
import { Modal } from '../pages/Modal.js'
import { stack } from '../setup/stack.js'
import type { FaultyServer } from './FaultyServer.js'
import { inspectDialog } from './inspectDialog.js'

type LiveWindow = {
  readonly live: {
    restart(): void
    open(view?: View): void
    connect(connectorId: string): Promise<void>
    connectors(): readonly string[]
    isConnected(): boolean
    closings(): number
  }
}

/** How long a visitor may see no result, in milliseconds. */
const patience = 15_000
const step = 500

/** The gallery's live page: its kit calls the faulty server, and the test controls its clock. */
export class LivePage {
  readonly page: Page
  readonly modal: Modal
  readonly dialog: Locator
  readonly #server: FaultyServer
  readonly #pending = new Set<Request>()

  constructor(page: Page, server: FaultyServer) {
    this.page = page
    this.modal = new Modal(page)
    this.dialog = this.modal.dialog
    this.#server = server
    page.on('request', (request) => this.#pending.add(request))
    page.on('requestfinished', (request) => this.#pending.delete(request))
    page.on('requestfailed', (request) => this.#pending.delete(request))
  }

  async goto({ signIn = 'off' }: { readonly signIn?: 'off' | 'optional' | 'required' } = {}): Promise<void> {
    await this.page.clock.install()
    const resolver = contracts.universalResolver
    await this.page.goto(
      `${stack.gallery}/?live=${this.#server.origin}&signIn=${signIn}&resolver=${resolver}`,
    )
    await this.page.waitForFunction(() => 'live' in window)
  }

  /** Connects with a wallet that announces itself. */
  async connect(connectorId: string): Promise<void> {
    const known = () => this.page.evaluate(() => (window as unknown as LiveWindow).live.connectors())
    await expect.poll(known).toContain(connectorId)
    await this.page.evaluate((id) => (window as unknown as LiveWindow).live.connect(id), connectorId)
  }

  /** Starts a new kit in the same page, which restores what a reload would. */
  async restart(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as LiveWindow).live.restart())
  }

  /** Deletes the browser's stored data: all of it (`connection`), the sign-in's token, or the sent transfers. */
  async deleteStored(what: 'connection' | 'signIn' | 'sent' | 'asked'): Promise<void> {
    await this.page.evaluate((name) => {
      if (name === 'connection') localStorage.clear()
      else localStorage.removeItem(name === 'signIn' ? 'latchkey.siwxToken' : `latchkey.${name}`)
    }, what)
  }

  /** Scrolls to the end of the view, where a list fetches more. */
  async scrollToEnd(): Promise<void> {
    await this.dialog.locator('.scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  }

  /** Waits until the kit is connected again. */
  async connected(): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => (window as unknown as LiveWindow).live.isConnected()))
      .toBe(true)
  }

  /** Opens the modal. Also resolves if the modal opened and closed again before this could see it. */
  async open(view?: View): Promise<void> {
    const closings = () => this.page.evaluate(() => (window as unknown as LiveWindow).live.closings())
    const before = await closings()
    await this.page.evaluate((wanted) => (window as unknown as LiveWindow).live.open(wanted), view)
    await expect.poll(async () => (await this.dialog.isVisible()) || (await closings()) > before).toBe(true)
  }

  /** Closes the page, then stops its server: the other way round, requests of the page would fail and log errors. */
  async leave(): Promise<void> {
    await this.page.close()
    await this.#server.stop()
  }

  /** Lets the page's time pass until `isThere` is true, or for as long as a visitor would wait. */
  async until(isThere: () => Promise<boolean>, wait = patience): Promise<void> {
    const end = (await this.now()) + wait
    for (;;) {
      await this.quiet()
      if (await isThere()) return
      const left = end - (await this.now())
      if (left <= 0) return
      await this.page.clock.runFor(Math.min(step, left))
    }
  }

  /** Lets the page's time pass, waiting for the answers to its requests meanwhile. */
  async pass(duration: number): Promise<void> {
    const end = (await this.now()) + duration
    for (let left = duration; left > 0; left = end - (await this.now())) {
      await this.page.clock.runFor(Math.min(2 * step, left))
      await this.quiet()
    }
  }

  /** Waits until every request is answered, except those held for ever. */
  async quiet(): Promise<void> {
    await this.page.evaluate(() => Promise.resolve())
    await expect
      .poll(() => this.#pending.size <= this.#server.held, { intervals: [5, 10, 20, 50], timeout: 20_000 })
      .toBe(true)
  }

  now(): Promise<number> {
    return this.page.evaluate(() => Date.now())
  }

  /** Returns what is wrong with the open dialog, whatever its view. */
  problems(): Promise<readonly string[]> {
    return this.page.evaluate(inspectDialog)
  }
}
