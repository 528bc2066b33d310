import type { CaipNetworkId } from 'latchkey/protocol'
import { encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem'
import type { Context } from '../../shared/context.js'
import type { Picture } from '../../shared/route.js'
import { type Contracts, shortAnswer } from '../contracts.js'
import { createKeep } from '../keep.js'
import { readRawText, readText } from '../readText.js'
import { createLinkedFacts, failureAge, type Metadata, maxAge, textSize } from './createLinkedFacts.js'
import type { OpenLink } from './openLink.js'

type Address = `0x${string}`
export type NftStandard = 'ERC721' | 'ERC1155'

/** A collectible by contract and token id. */
export type NftId = { readonly collection: Address; readonly tokenId: bigint }

export type Collection = { readonly name: string | undefined; readonly symbol: string | undefined }

/** Reads the collectibles of one chain. Each method may throw `NodeError`. */
export type NftFacts = {
  collection(address: Address): Promise<Collection>
  /** `undefined` if the token's metadata cannot be read. */
  metadata(id: NftId): Promise<Metadata | undefined>
  /** `undefined` if there is no picture that is safe to show. */
  picture(id: NftId): Promise<Picture | undefined>
}

const abi = parseAbi([
  'function tokenURI(uint256) view returns (string)',
  'function uri(uint256) view returns (string)',
])
/** `name()`, `symbol()` */
const questions = ['name()', 'symbol()'].map((signature) => toFunctionSelector(signature))

export function createNftFacts(
  context: Context,
  { chainId, contracts, openLink }: createNftFacts.Parameters,
): NftFacts {
  const linked = createLinkedFacts(context, openLink)
  const collections = createKeep<Collection>(context, {
    // A node that fails to call a contract looks like a contract without a name.
    ageOf: ({ name, symbol }) => (name === undefined && symbol === undefined ? failureAge : maxAge),
    limit: 5_000,
  })
  async function readLink({ collection, tokenId }: NftId): Promise<string | undefined> {
    const functionNames = ['tokenURI', 'uri'] as const
    // Strangers choose these contracts, so each question is a separate call.
    const answers = await contracts.readApart(
      functionNames.map((functionName) => ({
        to: collection,
        data: encodeFunctionData({ abi, functionName, args: [tokenId] }),
      })),
      { longest: textSize + 64 },
    )
    const [own, shared] = answers.map((answer) => readRawText(answer, textSize)?.trim())
    // ERC-1155 uses one link for all tokens, with a placeholder for the token id.
    return own || shared?.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
  }

  const keyOf = ({ collection, tokenId }: NftId) => `${chainId} ${collection} ${tokenId}`
  return {
    collection: (address) =>
      collections.get(address, async () => {
        const answers = await contracts.readApart(
          questions.map((data) => ({ to: address, data })),
          { longest: shortAnswer },
        )
        const [name, symbol]: readonly (Hex | undefined)[] = answers
        return { name: readText(name, 64), symbol: readText(symbol, 16) }
      }),
    metadata: (id) => linked.metadata(keyOf(id), () => readLink(id)),
    picture: (id) => linked.picture(keyOf(id), () => readLink(id)),
  }
}

export declare namespace createNftFacts {
  type Parameters = {
    readonly chainId: CaipNetworkId
    readonly contracts: Contracts
    readonly openLink: OpenLink
  }
}
