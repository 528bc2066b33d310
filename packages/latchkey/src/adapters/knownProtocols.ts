import type { WalletProtocol } from '../core/walletProtocol.js'
import { walletProtocol as bip122 } from './bip122/walletProtocol.js'
import { walletProtocol as eip155 } from './eip155/walletProtocol.js'
import { walletProtocol as polkadot } from './polkadot/walletProtocol.js'
import { walletProtocol as solana } from './solana/walletProtocol.js'

/** Wallet protocols of chain families for which a host has networks but no adapter. */
export const knownProtocols: { readonly [namespace: string]: WalletProtocol | undefined } = {
  eip155,
  solana,
  polkadot,
  bip122,
}
