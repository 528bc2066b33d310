import { test as base, expect } from '@playwright/test'
import { DemoPage } from './DemoPage.js'
import { Modal } from './Modal.js'
import { PracticeWallet } from './PracticeWallet.js'
import { WalletApp } from './WalletApp.js'

type Fixtures = {
  readonly demo: DemoPage
  readonly modal: Modal
  readonly practice: PracticeWallet
  readonly walletApp: WalletApp
  /** What the pages complained of that no spec expects; a spec that expects some empties it. */
  readonly complaints: string[]
}

/** Playwright's `test` with the parts of the stack, failing where a page logs an error or breaks its policy. */
export const test = base.extend<Fixtures>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('page', (page) => {
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
        })
        page.on('pageerror', (error) => complaints.push(error.message))
      })
      await use(complaints)
      expect(complaints, 'what the pages complained of').toEqual([])
    },
    { auto: true },
  ],
  demo: async ({ page }, use) => {
    const demo = new DemoPage(page)
    await demo.open()
    await use(demo)
  },
  modal: async ({ page }, use) => use(new Modal(page)),
  practice: async ({ page }, use) => use(new PracticeWallet(page)),
  walletApp: async ({ context }, use) => {
    const app = new WalletApp(await context.newPage())
    await app.open()
    await use(app)
  },
})

export { expect }
