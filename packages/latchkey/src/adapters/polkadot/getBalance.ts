import type { Adapter, Amount } from '../../core/adapter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { askAnyone } from './node.js'
import { readAccount } from './readAccount.js'

/** @see Adapter.getBalance */
export async function getBalance({
  network,
  address,
  tokenAddress,
  signal = new AbortController().signal,
}: Parameters<Adapter['getBalance']>[0]): Promise<Amount> {
  if (tokenAddress !== undefined) throw accountError('TOKEN_UNREADABLE')
  const { free, locked } = await untilAborted(readAccount(askAnyone(network), address), signal)
  const { decimals, symbol } = network.nativeCurrency
  return { units: free, decimals, symbol, ...(locked === 0n ? {} : { locked }) }
}
