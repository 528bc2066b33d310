import { toHex } from 'viem/utils'
import type { SignParameters } from '../../core/adapter.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'

/** Asks the wallet for a `personal_sign` signature (EIP-191); a text is sent as hex of its UTF-8 bytes. */
export async function signMessage({
  provider,
  address,
  message,
  wallet,
}: Omit<SignParameters, 'networkId'>): Promise<string> {
  if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
  const method = 'personal_sign'
  // Async, because some wallets throw before they return a promise, or return a plain value.
  const request = async () => provider.request({ method, params: [toHex(message), address] })
  const signature = await request().catch((error) => {
    throw toWalletError(error, { wallet, method })
  })
  // An account that is a contract may sign with more than 65 bytes (ERC-1271).
  if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature)) {
    throw walletError('WALLET_ANSWER_INVALID', { details: method })
  }
  return signature
}
