import type { Adapter, Amount } from '../../core/adapter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { toAddress } from './addresses.js'
import { sumOf } from './chooseCoins.js'
import { fromService, readCoins } from './esplora.js'

/** @see Adapter.getBalance */
export async function getBalance({
  network,
  address,
  signal = new AbortController().signal,
}: Parameters<Adapter['getBalance']>[0]): Promise<Amount> {
  if ((await toAddress(address)) === undefined) throw accountError('ADDRESS_NOT_FOUND')
  const { decimals, symbol } = network.nativeCurrency
  return { units: await untilAborted(readBalance(network, address), signal), decimals, symbol }
}

/** The sum of an address's unspent coins in satoshi, confirmed or not. */
export async function readBalance(network: Network, address: string): Promise<bigint> {
  const read = (at: Network) => readCoins(at, address)
  const coins = (await fromService(network, read)) ?? (await read(network))
  return sumOf(coins)
}
