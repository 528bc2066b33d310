import { invalid } from './answers.js'
import { networkByAddress } from './networkByAddress.js'
import type { BitcoinWallet } from './wallet.js'

/**
 * Asks the wallet to sign a message; resolves to the signature in base64.
 *
 * @throws `WALLET_ANSWER_INVALID` for the signature of another account or of another message.
 */
export async function askToSign(
  wallet: BitcoinWallet,
  asked: Parameters<BitcoinWallet['signMessage']>[0],
): Promise<string> {
  const signature = await wallet.signMessage(asked)
  const { address, message } = asked
  const { verifyBip122 } = await import('../../siwx/verify/verifyBip122.js')
  const account = { address, chainId: networkByAddress([{ address }]) }
  if (await verifyBip122(message, account, signature).catch(() => false)) return signature
  throw invalid('signMessage')
}
