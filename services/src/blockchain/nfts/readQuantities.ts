import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { shortAnswer, type ToldContracts, wordOf } from '../contracts.js'
import type { NftId, NftStandard } from './metadata.js'

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

/**
 * Returns how many of each collectible an account holds, in order: 0 if the contract gives no valid answer or too long a
 * one, and `undefined` if a node fails to tell.
 *
 * @throws `NodeError`
 */
export async function readQuantities(
  contracts: ToldContracts,
  tokens: readonly (NftId & { readonly standard: NftStandard })[],
  owner: Address,
): Promise<readonly (bigint | undefined)[]> {
  // Strangers choose these contracts, so each question is a separate call.
  const answers = await contracts.tellApart(
    tokens.map(({ collection, tokenId, standard }) => ({
      to: collection,
      data:
        standard === 'ERC721'
          ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
          : encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner, tokenId] }),
    })),
    { longest: shortAnswer },
  )
  return tokens.map(({ standard }, index) => {
    const answer = answers[index]
    if (answer === undefined || answer === 'untold') return undefined
    const word = (answer === 'refused' ? undefined : wordOf(answer)) ?? 0n
    if (standard === 'ERC1155') return word
    return word === BigInt(owner) ? 1n : 0n
  })
}
