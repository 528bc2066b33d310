import { expect, test } from 'vitest'
import * as constants from './constants.js'

// Spec §9, row by row.
test.each([
  ['Wallet page size', constants.walletPageSize, 40],
  ['Recommended / featured default', constants.recommendedWalletCount, 4],
  ['Search page size', constants.searchPageSize, 100],
  ['Image prefetch', constants.imagePrefetchCount, 20],
  ['Search image wait', constants.searchImageWait, 300],
  ['Recent wallets kept', constants.recentWalletCount, 2],
  ['Balance retry cooldown', constants.balanceRetryCooldown, 30_000],
  ['Portfolio and native balance cache', constants.balanceMaxAge, 30_000],
  ['Name and identity cache', constants.identityMaxAge, 5 * 60_000],
  ['Pairing lifetime', constants.pairingLifetime, 4 * 60_000],
  ['Shake', constants.shakeDuration, 500],
  ['Snackbar re-show delay', constants.snackbarReshowDelay, 150],
  ['Unsupported-method error toast delay', constants.forbiddenMethodDelay, 300],
  ['Fallback balance', constants.fallbackBalance, '0.00'],
  ['Modal width', constants.modalWidth, 360],
  ['Modal z-index', constants.modalZIndex, 999],
  ['SDK version', constants.sdkVersion, '1.7.3'],
  ['Default chain', constants.defaultNetworkId, 'eip155:1'],
])('%s', (_, value, expected) => {
  expect(value).toBe(expected)
})
