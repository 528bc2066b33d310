import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { type Contracts, shortAnswer, wordOf } from '../contracts.js'
import type { NftId, NftStandard } from './metadata.js'

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

/**
 * Returns how many of each collectible an account holds, in order; 0 if the contract gives no valid answer or too long a one.
 *
 * @throws `NodeError`
 */
export async function readQuantities(
  contracts: Contracts,
  tokens: readonly (NftId & { readonly standard: NftStandard })[],
  owner: Address,
): Promise<readonly bigint[]> {
  // Strangers choose these contracts, so each question is a separate call.
  const answers = await contracts.readApart(
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
    const word = wordOf(answers[index]) ?? 0n
    if (standard === 'ERC1155') return word
    return word === BigInt(owner) ? 1n : 0n
  })
}
