// The official wallet client with accounts of Solana, Bitcoin and Polkadot, and our client as the kit uses it. What the
// wallet signs is made and verified by the families' own libraries.

import { blake2AsU8a, cryptoWaitReady, encodeAddress, Keyring, signatureVerify } from './peers/polkadotJs.js'
