import { encodeFunctionData, erc20Abi } from 'viem'
import { type Contracts, wordOf } from './contracts.js'
import { NodeError } from './post.js'
import type { Token } from './tokens.js'

/** How much of a chain's own coin and of each token an account has. */
export type Holdings = {
  readonly native: bigint
  /** In base units, in the order of the list; `undefined` for a token that did not answer as an ERC-20 does. */
  readonly tokens: readonly (bigint | undefined)[]
}

/**
 * Asks a chain what an account has, all in one go.
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
