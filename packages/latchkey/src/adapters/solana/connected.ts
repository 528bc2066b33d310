/** What a page with a connected wallet needs, in one file to load. */
export { getBalance } from './getBalance.js'
export { guardProvider } from './guardProvider.js'
export { paymentLinks } from './paymentLinks.js'
export { signIn } from './signIn.js'
export { signMessage } from './signMessage.js'
export { toAddress } from './toAddress.js'
export { walletState } from './walletState.js'
