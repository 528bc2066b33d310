import { encodeFunctionData, erc20Abi } from 'viem'
import { NodeError } from '../outbound/post.js'
import { type Contracts, wordOf } from './contracts.js'
import type { Token } from './tokens.js'

/** An account's coin balance and token balances. */
export type Holdings = {
  readonly native: bigint
  /** In base units, in the order of the list; `undefined` for a token that did not answer like an ERC-20. */
  readonly tokens: readonly (bigint | undefined)[]
}

/**
 * Reads an account's balances from a chain in one go.
 *
 * @throws {@link NodeError}
 */
export async function readHoldings(
  contracts: Contracts,
  tokens: readonly Token[],
  owner: `0x${string}`,
): Promise<Holdings> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const [coin, ...rest] = await contracts.read([
    { coinOf: owner },
    ...tokens.map(({ address }) => ({ to: address, data })),
  ])
  const native = wordOf(coin)
  if (native === undefined) throw new NodeError('no balance')
  return { native, tokens: rest.map((result) => wordOf(result)) }
}
