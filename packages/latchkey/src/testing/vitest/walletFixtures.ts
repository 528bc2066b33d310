import { scriptedWallet } from '../wallet/scriptedWallet.js'
import { type WalletFixtureOptions, type WalletFixtures, withRemoteWallet } from '../wallet/WalletFixtures.js'

type Fixture<value> = (context: object, use: (value: value) => Promise<void>) => Promise<void>

/**
 * Wallets for Vitest's `test.extend`: each test that names one gets its own. In a page (browser mode) `wallet` is
 * announced there; where there is no window, use its `provider`.
 *
 * @example
 * ```ts
 * const test = base.extend(walletFixtures({ networks: [mainnet] }))
 *
 * test('connects', async ({ wallet }) => {
 *   wallet.behave('reject')
 * })
 * ```
 */
export function walletFixtures(options: WalletFixtureOptions): {
  readonly [name in keyof WalletFixtures]: Fixture<WalletFixtures[name]>
} {
  return {
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
    wallet: async ({}, use) => {
      const wallet = await scriptedWallet(options)
      const stop = typeof window === 'undefined' ? () => {} : wallet.announce()
      await use(wallet)
      stop()
    },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
    remoteWallet: async ({}, use) => withRemoteWallet(options, use),
  }
}
