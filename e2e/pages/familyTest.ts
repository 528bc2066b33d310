import { type Family, type FamilyStack, startFamilies } from '../setup/familyStack.js'
import { basePort } from '../setup/stack.js'
import { FamilyDemo } from './FamilyDemo.js'
import { test as base, expect } from './test.js'
import { WalletApp } from './WalletApp.js'

/**
 * Playwright's `test` with the demo and the ledgers that the spec names: `test.use({ families: ['solana'] })`. They are
 * started once for each worker.
 */
export const test = base.extend<
  {
    readonly familyDemo: FamilyDemo
    /** The wallet app with accounts of the families. */
    readonly familyWallet: WalletApp
  },
  {
    readonly families: readonly Family[]
    /** Whether each family has two networks. */
    readonly hasSecond: boolean
    readonly familyStack: FamilyStack
  }
>({
  families: [[], { option: true, scope: 'worker' }],
  hasSecond: [false, { option: true, scope: 'worker' }],
  familyStack: [
    async ({ families, hasSecond }, use, { parallelIndex }) => {
      const started = await startFamilies(families, basePort + 110 + 2 * parallelIndex, hasSecond)
      await use(started)
      await started.stop()
    },
    // Three ledgers and the services start and stop, which on a busy machine takes longer than a test may.
    { scope: 'worker', timeout: 240_000 },
  ],
  familyDemo: async ({ page, familyStack }, use) => {
    const demo = new FamilyDemo(page, familyStack.demo)
    await demo.open()
    await use(demo)
  },
  familyWallet: async ({ context, familyStack }, use) => {
    const app = new WalletApp(await context.newPage(), familyStack.wallet)
    await app.open()
    await use(app)
  },
})

export { expect }
