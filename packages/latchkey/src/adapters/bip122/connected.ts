/** What a page with a connected wallet needs, in one file to load. */
export { toAddress } from './addresses.js'
export { getBalance } from './getBalance.js'
export { guardProvider } from './guardProvider.js'
export { paymentLinks } from './paymentLinks.js'
export { signMessage } from './signMessage.js'
export { walletState } from './walletState.js'
