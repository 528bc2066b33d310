import type { WebSocketConstructor } from '@latchkey/sign-client/wallet'
import { test as base, expect } from '@playwright/test'
import { walletFixtures } from 'latchkey/testing/playwright'
import { WebSocket } from 'ws'
import { stack } from '../setup/stack.js'
import { DemoPage } from './DemoPage.js'
import { localNetworks } from './localNetworks.js'
import { Modal } from './Modal.js'
import { PracticeWallet } from './PracticeWallet.js'
import { WalletApp } from './WalletApp.js'

type Fixtures = {
  readonly demo: DemoPage
  readonly modal: Modal
  readonly practice: PracticeWallet
  readonly walletApp: WalletApp
  /** Unexpected console errors of the pages; a spec that expects some empties the list. */
  readonly complaints: string[]
}

/** The fifth account of the local chains: the demo's wallets use the first four. Its key is public. */
const privateKey = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'

const wallets = walletFixtures({
  networks: localNetworks,
  relayUrl: stack.relay,
  projectId: 'open',
  privateKey,
  // Node 20 has no WebSocket.
  webSocket: WebSocket as unknown as WebSocketConstructor,
})

/**
 * Playwright's `test` with fixtures for the stack. It fails if a page logs an error or violates its content security
 * policy.
 */
export const test = base.extend(wallets).extend<Fixtures>({
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
