export { walletFixtures } from '../../testing/vitest/walletFixtures.js'
export type { WalletFixtureOptions, WalletFixtures } from '../../testing/wallet/WalletFixtures.js'
