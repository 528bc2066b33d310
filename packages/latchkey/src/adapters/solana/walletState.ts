import type { WalletState } from '../../core/adapter.js'
import { walletError } from '../../protocol/walletErrors.js'
import { solanaWalletOf } from './SolanaWallet.js'

/** @see Adapter.walletState */
export async function walletState(provider: unknown): Promise<WalletState> {
  const state = await solanaWalletOf(provider).state()
  if (state.addresses.length === 0) throw walletError('WALLET_ANSWER_INVALID')
  return state
}
