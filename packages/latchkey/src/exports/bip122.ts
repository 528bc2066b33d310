export { type BitcoinOptions, bip122 } from '../adapters/bip122/bip122.js'
export type { BitcoinProvider } from '../adapters/bip122/guardProvider.js'
export type { Speed } from '../adapters/bip122/speeds.js'
export type { InputToSign, SignatureProtocol } from '../adapters/bip122/wallet.js'
