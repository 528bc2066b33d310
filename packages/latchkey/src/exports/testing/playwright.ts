export { copyPairingLink } from '../../testing/playwright/copyPairingLink.js'
export { installWallet } from '../../testing/playwright/installWallet.js'
export { walletFixtures } from '../../testing/playwright/walletFixtures.js'
export type { WalletFixtureOptions, WalletFixtures } from '../../testing/wallet/WalletFixtures.js'
