import { encodeFunctionData, parseAbi } from 'viem'
import type { Transfer } from '../../core/transfers.js'

// No return value is declared: older tokens (USDT among them) give none, and a call that fails reverts either way.
export const tokenAbi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
])

/** The call that a transfer is: of the coin, a value; of a token, its contract's `transfer`. */
export function callOf({ to, units, tokenAddress }: Transfer) {
  const recipient = to as `0x${string}`
  if (tokenAddress === undefined) return { to: recipient, value: units, data: undefined }
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [recipient, units] })
  return { to: tokenAddress as `0x${string}`, value: 0n, data }
}
