// Imports only types: the host's Playwright runs the tests, and it cannot be loaded twice.
import type { Fixtures, PlaywrightTestArgs } from '@playwright/test'
import { scriptedWallet } from '../wallet/scriptedWallet.js'
import { type WalletFixtureOptions, type WalletFixtures, withRemoteWallet } from '../wallet/WalletFixtures.js'
import { installWallet } from './installWallet.js'

/**
 * Wallets for Playwright's `test.extend`: each test that names one gets its own. They run in the test, not in the page:
 * changes by the test apply at once in every tab, and the wallets keep the permission over a reload.
 *
 * @example
 * ```ts
 * export const test = base.extend(walletFixtures({ networks: [mainnet], relayUrl: 'ws://localhost:4602' }))
 *
 * test('says that the wallet declined', async ({ page, wallet }) => {
 *   wallet.behave('reject')
 *   await page.goto('/')
 * })
 * ```
 */
export function walletFixtures(
  options: WalletFixtureOptions,
): Fixtures<WalletFixtures, object, PlaywrightTestArgs> {
  return {
    wallet: async ({ context }, use) => {
      const wallet = await scriptedWallet(options)
      const stop = await installWallet(context, wallet)
      await use(wallet)
      stop()
    },
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern.
    remoteWallet: async ({}, use) => withRemoteWallet(options, use),
  }
}
