import type { Adapter } from '../../core/adapter.js'
import { toAddress } from './addresses.js'
import { readWallet } from './readWallet.js'

/** @see Adapter.walletState */
export const walletState: Adapter['walletState'] = async (provider) => {
  const wallet = readWallet(provider)
  const accounts = await wallet.accounts()
  const networkId = await wallet.networkId()
  const read = await Promise.all(accounts.map(({ address }) => toAddress(address, networkId)))
  return { networkId, addresses: read.filter((address) => address !== undefined) }
}
