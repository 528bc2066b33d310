import { wordOf } from '../contracts.js'
import type { Approval, Hex, Movement } from './Entry.js'
import { selectorOf } from './selectorOf.js'

type Call = { readonly to: Hex | null; readonly input: Hex }

/** Returns the movement that a call of `transfer(address,uint256)` attempts. */
export function transferOf({ from, to, input }: Call & { readonly from: Hex }): readonly Movement[] {
  const { address, units } = argumentsOf(input)
  if (to === null || selectorOf(input) !== '0xa9059cbb' || address === undefined || !units) return []
  return [{ standard: 'ERC20', token: to, units: String(units), from, to: address }]
}

/** Returns the approval that a call of `approve(address,uint256)` or `setApprovalForAll(address,bool)` attempts. */
export function approvalOf({ to, input }: Call): readonly Approval[] {
  const { address, units } = argumentsOf(input)
  const isApproval = ['0x095ea7b3', '0xa22cb465'].includes(selectorOf(input))
  if (to === null || !isApproval || address === undefined) return []
  return [{ token: to, spender: address, isRevoked: units === 0n }]
}

function argumentsOf(input: Hex): {
  readonly address?: Hex | undefined
  readonly units?: bigint | undefined
} {
  const words: Hex = `0x${input.slice(10)}`
  const units = wordOf(words, 1)
  return units === undefined ? {} : { address: `0x${words.slice(26, 66)}`, units }
}
