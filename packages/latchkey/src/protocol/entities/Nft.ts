import * as v from 'valibot'
import { unitsText } from '../schema/amount.js'
import { caipAddress, networkId } from '../schema/caipSchema.js'
import { text } from '../schema/textSchema.js'

/**
 * A collectible that an account owns (`GET /v1/account/{address}/nfts`).
 *
 * The kit fetches its picture with `getNftImage` (by `chainId`, the address in `collection.address` and `tokenId`), and
 * only if `hasImage`: the service has checked that picture, while the token's maker chooses the picture's address.
 */
export const nftSchema = v.object({
  chainId: networkId,
  standard: v.picklist(['ERC721', 'ERC1155', 'METAPLEX', 'ORDINAL']),
  tokenId: unitsText,
  /** The owned quantity; always `'1'` for an ERC-721. */
  quantity: unitsText,
  name: text(96),
  description: v.optional(text(1_000)),
  collection: v.object({ address: caipAddress, name: text(64), symbol: v.optional(text(16)) }),
  attributes: v.pipe(v.array(v.object({ name: text(48), value: text(96) })), v.maxLength(50)),
  hasImage: v.boolean(),
  isSpam: v.boolean(),
})

export type Nft = v.InferOutput<typeof nftSchema>
