import { parseAbi } from 'viem'
import { getBalance as getNativeBalance, readContract } from 'viem/actions'
import type { Adapter, Amount } from '../../core/adapter.js'
import { untilAborted } from '../../core/untilAborted.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Network } from '../../protocol/entities/Network.js'
import { chainClient } from './chainClient.js'
import { toAddress } from './toAddress.js'

/** @see Adapter.getBalance */
export async function getBalance({
  network,
  address,
  tokenAddress,
  signal = new AbortController().signal,
}: Parameters<Adapter['getBalance']>[0]): Promise<Amount> {
  const account = toAddress(address)
  if (account === undefined) throw accountError('ADDRESS_NOT_FOUND')
  if (tokenAddress !== undefined) return untilAborted(tokenBalance(network, tokenAddress, account), signal)
  const { decimals, symbol } = network.nativeCurrency
  const balance = getNativeBalance(chainClient(network), { address: account as `0x${string}` })
  return { units: await untilAborted(balance, signal), decimals, symbol }
}

const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
])

async function tokenBalance(network: Network, tokenAddress: string, owner: string): Promise<Amount> {
  const client = chainClient(network)
  const token = { address: tokenAddress as `0x${string}`, abi: tokenAbi } as const
  const [units, decimals, symbol] = await Promise.all([
    readContract(client, { ...token, functionName: 'balanceOf', args: [owner as `0x${string}`] }),
    readContract(client, { ...token, functionName: 'decimals' }),
    readContract(client, { ...token, functionName: 'symbol' }),
  ])
  // A token's maker chooses its symbol freely, so it is shortened like any other.
  return { units, decimals, symbol: symbol.replace(/[^\p{L}\p{N}\-_+$.]/gu, '').slice(0, 16) }
}
