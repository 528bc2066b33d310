import * as v from 'valibot'
import { type Entry, type Hex, type Movement, zeroAddress } from '../history/Entry.js'
import type { Facts } from '../history/Known.js'
import { addressField, dateField, hashField, hexCount, hexUnits, ifTold, perhaps, toFacts } from './fields.js'

/** Most parts of one batch of collectibles that are read. */
const batchLimit = 100

/**
 * A row of `alchemy_getAssetTransfers`. Its `value` is a float, so the amount is taken from `rawContract`. A row that does
 * not tell what it moved is unreadable.
 */
export const transferSchema = v.pipe(
  v.object({
    blockNum: hexCount,
    hash: hashField,
    /** Tells apart two transfers of one transaction. */
    uniqueId: perhaps(v.pipe(v.string(), v.maxLength(200))),
    from: addressField,
    to: v.nullish(addressField, null),
    asset: perhaps(v.string()),
    category: v.picklist(['external', 'internal', 'erc20', 'erc721', 'erc1155']),
    erc721TokenId: ifTold(hexUnits),
    tokenId: ifTold(hexUnits),
    erc1155Metadata: ifTold(
      v.pipe(
        v.array(v.unknown()),
        v.transform((parts) => parts.slice(0, batchLimit)),
        v.array(v.object({ tokenId: hexUnits, value: hexUnits })),
      ),
    ),
    rawContract: v.object({
      value: ifTold(hexUnits),
      address: perhaps(addressField),
      decimal: perhaps(hexCount),
    }),
    metadata: v.object({ blockTimestamp: dateField }),
  }),
  v.check(({ category, erc721TokenId, tokenId, erc1155Metadata, rawContract }) => {
    if (category.startsWith('erc') && rawContract.address === undefined) return false
    if (category === 'erc721') return (erc721TokenId ?? tokenId) !== undefined
    return (category === 'erc1155' ? erc1155Metadata : rawContract.value) !== undefined
  }),
)
export type AlchemyTransfer = v.InferOutput<typeof transferSchema>

/**
 * Builds an account's entry from its transfers in one transaction. What a transfer does not tell (index, nonce, selector,
 * fee) is empty: the chain fills it in.
 */
export function toEntry(rows: readonly AlchemyTransfer[], account: Hex): Entry | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const outer = rows.find(({ category }) => category === 'external')
  const movements = rows
    .flatMap(movementsOf)
    .filter(({ units, from, to }) => units !== '0' && (from === account || to === account))
  const isOwn = outer?.from === account
  if (!isOwn && movements.length === 0) return undefined
  return {
    hash: first.hash,
    block: first.blockNum,
    index: 0,
    minedAt: first.metadata.blockTimestamp,
    status: 'confirmed',
    from: outer?.from ?? first.from,
    to: (outer ?? first).to,
    nonce: 0,
    selector: '0x',
    isOwn,
    movements: movements.slice(0, 100),
    approvals: [],
  }
}

export function movementsOf(row: AlchemyTransfer): readonly Movement[] {
  const { category, from, rawContract, erc1155Metadata = [] } = row
  const { address: token, value } = rawContract
  const ends = { from, to: row.to ?? zeroAddress }
  if (category === 'external' || category === 'internal') {
    return value === undefined || row.to === null ? [] : [{ standard: 'native', units: value, ...ends }]
  }
  if (token === undefined) return []
  if (category === 'erc20')
    return value === undefined ? [] : [{ standard: 'ERC20', token, units: value, ...ends }]
  if (category === 'erc1155') {
    return erc1155Metadata.map((one) => ({
      standard: 'ERC1155' as const,
      token,
      tokenId: one.tokenId,
      units: one.value,
      ...ends,
    }))
  }
  const tokenId = row.erc721TokenId ?? row.tokenId
  return tokenId === undefined ? [] : [{ standard: 'ERC721', token, tokenId, units: '1', ...ends }]
}

export function factsOf({
  category,
  asset,
  rawContract,
}: AlchemyTransfer): readonly (readonly [Hex, Facts])[] {
  const { address, decimal } = rawContract
  if (address === undefined || category === 'external' || category === 'internal') return []
  return [[address, toFacts('', asset, category === 'erc20' ? decimal : 0)]]
}
