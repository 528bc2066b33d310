import { getBalance as getNativeBalance } from 'viem/actions'
import type { Adapter, Amount } from '../../core/adapter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { chainClient } from './chainClient.js'
import { toAddress } from './toAddress.js'

/** @see Adapter.getBalance */
export async function getBalance({
  network,
  address,
  signal = new AbortController().signal,
}: Parameters<Adapter['getBalance']>[0]): Promise<Amount> {
  const account = toAddress(address)
  if (account === undefined) throw accountError('ADDRESS_NOT_FOUND')
  const { decimals, symbol } = network.nativeCurrency
  const balance = getNativeBalance(chainClient(network), { address: account as `0x${string}` })
  return { units: await untilAborted(balance, signal), decimals, symbol }
}
