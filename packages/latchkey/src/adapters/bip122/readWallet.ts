import { isSessionRequester } from '../../core/walletProtocol.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { protocolWallet } from './protocolWallet.js'
import type { BitcoinWallet } from './wallet.js'

/** Checks the provider of a wallet in the page, or of one reached over the connection protocol. */
export function readWallet(provider: unknown): BitcoinWallet {
  if (
    isRecord(provider) &&
    typeof provider.signPsbt === 'function' &&
    typeof provider.accounts === 'function'
  ) {
    return provider as unknown as BitcoinWallet
  }
  if (isSessionRequester(provider)) return protocolWallet(provider)
  throw accountError('PROVIDER_UNDEFINED')
}
