import type { Adapter, Amount } from '../../core/adapter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import { commitment, count, inContext, nodesOf } from './nodes.js'
import { toAddress } from './toAddress.js'
import { readMint, readTokenBalance } from './tokens.js'

/** @see Adapter.getBalance */
export async function getBalance({
  network,
  address,
  tokenAddress,
  signal = new AbortController().signal,
}: Parameters<Adapter['getBalance']>[0]): Promise<Amount> {
  if (toAddress(address) === undefined) throw accountError('ADDRESS_NOT_FOUND')
  return untilAborted(read({ network, address, tokenAddress }), signal)
}

async function read({
  network,
  address,
  tokenAddress,
}: Omit<Parameters<Adapter['getBalance']>[0], 'signal'>): Promise<Amount> {
  const ask = nodesOf(network)
  if (tokenAddress !== undefined) {
    const { token } = await readMint(ask, tokenAddress)
    // The symbol of a token is not in its mint.
    return { units: await readTokenBalance(ask, address, token), decimals: token.decimals, symbol: '' }
  }
  const { decimals, symbol } = network.nativeCurrency
  const { value } = await ask('getBalance', [address, { commitment }], inContext(count))
  return { units: BigInt(value), decimals, symbol }
}
