import { stringToHex } from 'viem/utils'
import { toWalletError } from '../../connectors/injected/toWalletError.js'
import type { Adapter } from '../../core/adapter.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { KitError } from '../../protocol/errors.js'

/** Asks the wallet for a `personal_sign` signature (EIP-191); the text is sent as hex of its UTF-8 bytes. */
export async function signMessage({
  provider,
  address,
  message,
  wallet,
}: Parameters<Adapter['signMessage']>[0]): Promise<string> {
  if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
  const method = 'personal_sign'
  const signature = await provider
    .request({ method, params: [stringToHex(message), address] })
    .catch((error) => {
      throw toWalletError(error, { wallet, method })
    })
  // An account that is a contract may sign with more than 65 bytes (ERC-1271).
  if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature)) {
    throw new KitError('WALLET_ANSWER_INVALID', { details: method })
  }
  return signature
}
