import type { SignParameters } from '../../core/adapter.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { solanaWalletOf, toBase58 } from './SolanaWallet.js'

/** Asks the wallet to sign a text or bytes; returns the signature in base58. @see Adapter.signMessage */
export async function signMessage({
  provider,
  address,
  message,
  wallet,
}: Omit<SignParameters, 'networkId'>): Promise<string> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const method = 'solana_signMessage'
  const signature = await solanaWalletOf(provider)
    .signMessage(address, bytes)
    .catch((error) => {
      throw toWalletError(error, { wallet, method })
    })
  return toBase58(signature)
}
