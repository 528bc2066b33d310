import { encodeFunctionData, parseAbi } from 'viem'
import type { Transfer } from '../../core/transfers.js'

// `transfer` declares no return value: older tokens such as USDT return none, and a failed call reverts anyway.
export const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function transfer(address to, uint256 value)',
])

/** Returns the call that makes a transfer: a value for the coin, the contract's `transfer` for a token. */
export function callOf({ to, units, tokenAddress }: Transfer) {
  const recipient = to as `0x${string}`
  if (tokenAddress === undefined) return { to: recipient, value: units, data: undefined }
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [recipient, units] })
  return { to: tokenAddress as `0x${string}`, value: 0n, data }
}
