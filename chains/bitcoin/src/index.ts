export { createBitcoinjsWallet } from './bitcoinjsWallet.js'
export { type Person, people, regtest } from './people.js'
export { type LocalBitcoin, startBitcoin } from './startBitcoin.js'
