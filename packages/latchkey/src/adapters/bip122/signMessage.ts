import type { SignParameters } from '../../core/adapter.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { askToSign } from './askToSign.js'
import { readWallet } from './readWallet.js'
import type { SignatureProtocol } from './wallet.js'

/**
 * Asks the wallet to sign a message: by BIP-322 for native segwit and taproot, else by ECDSA (BIP-137). Resolves to
 * base64.
 */
export async function signMessage({ provider, address, message, wallet }: SignParameters): Promise<string> {
  try {
    return await askToSign(readWallet(provider), { address, message, protocol: protocolOf(address) })
  } catch (error) {
    throw toWalletError(error, { wallet, method: 'signMessage' })
  }
}

const protocolOf = (address: string): SignatureProtocol =>
  /^(bc|tb|bcrt)1/i.test(address) ? 'bip322' : 'ecdsa'
