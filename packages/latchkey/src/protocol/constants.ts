import { defaultNamespace } from './families.js'

/**
 * The numbers of spec §9, and those of §4 that govern waiting. Durations are milliseconds. Each constant's comment
 * names its row, so that a test can name it too.
 */

export { modalZIndex, shakeDuration, snackbarReshowDelay } from './earlyConstants.js'

/** Row "Wallet page size". */
export const walletPageSize = 40
/** Row "Recommended / featured default". */
export const recommendedWalletCount = 4
/** Row "Search page size". */
export const searchPageSize = 100
/** Row "Image prefetch": the number of wallets on a page that get their images before the page shows. */
export const imagePrefetchCount = 20
/** Row "Search image wait". */
export const searchImageWait = 300
/** Row "Recent wallets kept". */
export const recentWalletCount = 2
/** Row "Balance retry cooldown". */
export const balanceRetryCooldown = 30_000
/** Row "Portfolio and native balance cache". */
export const balanceMaxAge = 30_000
/** Row "Name and identity cache". */
export const identityMaxAge = 300_000
/** Row "Pairing lifetime": the QR code's, one minute under the protocol's own limit. */
export const pairingLifetime = 240_000
/** Row "Unsupported-method error toast delay". */
export const forbiddenMethodDelay = 300
/** Rows "Address truncation": 4 leading (after `0x`), 6 trailing characters. */
export const addressLeadingCharacters = 4
export const addressTrailingCharacters = 6
/** Row "Fallback balance". */
export const fallbackBalance = '0.00'
/** Row "Modal width", in CSS pixels. */
export const modalWidth = 360
/** Row "SDK version": for code that compares numbers; services are sent the version of the package (decision 077). */
export const sdkVersion = '1.7.3'
/** Row "Default chain". */
export const defaultNetworkId = `${defaultNamespace}:1`
