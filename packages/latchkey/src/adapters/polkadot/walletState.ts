import type { Adapter } from '../../core/adapter.js'
import { readProvider } from './provider.js'

/** @see Adapter.walletState */
export const walletState: Adapter['walletState'] = async (provider) => {
  const { networkId, addresses } = await readProvider(provider).granted()
  return { networkId, addresses }
}
