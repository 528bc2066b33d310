import type { Adapter, WalletState } from '../../core/adapter.js'
import { accountError } from '../../protocol/accountErrors.js'
import { toNetworkId } from '../../protocol/caip.js'
import { isEip1193Provider } from '../../protocol/Eip1193Provider.js'
import { walletError } from '../../protocol/walletErrors.js'
import { toAddress } from './toAddress.js'

/** @see Adapter.walletState */
export const walletState: Adapter['walletState'] = async (provider): Promise<WalletState> => {
  if (!isEip1193Provider(provider)) throw accountError('PROVIDER_UNDEFINED')
  const [chainId, accounts] = await Promise.all([
    provider.request({ method: 'eth_chainId' }),
    provider.request({ method: 'eth_accounts' }),
  ])
  const networkId = toNetworkId(chainId, 'eip155')
  if (networkId === undefined) throw walletError('WALLET_ANSWER_INVALID', { details: 'eth_chainId' })
  if (!Array.isArray(accounts)) throw walletError('WALLET_ANSWER_INVALID', { details: 'eth_accounts' })
  const addresses = accounts.map((value) => toAddress(value)).filter((address) => address !== undefined)
  return { networkId, addresses }
}
