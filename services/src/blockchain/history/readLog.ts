import { decodeAbiParameters } from 'viem'
import { wordOf } from '../contracts.js'
import type { Approval, Hex, Movement } from './Entry.js'

/** The topics of the token events: hashes of their signatures. */
export const topics = {
  /** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** `TransferSingle(address,address,address,uint256,uint256)` of ERC-1155. */
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** `TransferBatch(address,address,address,uint256[],uint256[])` of ERC-1155. */
  batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  /** `Approval(address,address,uint256)` of ERC-20 and ERC-721. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** `ApprovalForAll(address,address,bool)` of ERC-721 and ERC-1155. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** `UserOperationEvent(bytes32,address,address,…)`: a smart account acted on its own (ERC-4337). */
  userOperation: '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
} as const

/** The entry points of user operations; the same event from any other contract is ignored. */
const entryPoints: ReadonlySet<string> = new Set([
  // 0.6, 0.7, 0.8, 0.9
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
])

export type Log = { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }

/** The contents of a log. Any contract may emit anything, so they are only the contract's claim. */
export type ReadLog = {
  readonly movements: readonly Movement[]
  /** The approval and the account that gave it. */
  readonly approval?: (Approval & { readonly owner: Hex }) | undefined
  /** The smart account that acted. */
  readonly actor?: Hex | undefined
}

const nothing: ReadLog = { movements: [] }
/** Most tokens of one ERC-1155 batch that are read, and most characters of it that are decoded. */
const batchLimit = 100
const batchSize = 200_000

/** Reads a log; an unknown or malformed event gives an empty result. */
export function readLog({ address, topics: [event, ...indexed], data }: Log): ReadLog {
  const [first, second, third] = indexed
  if (first === undefined || second === undefined) return nothing
  const word = (index: number) => wordOf(data, index)?.toString()
  switch (event) {
    case topics.transfer: {
      const ends = { from: addressOf(first), to: addressOf(second) }
      if (third !== undefined)
        return moved({ standard: 'ERC721', token: address, tokenId: numberOf(third), units: '1', ...ends })
      const units = word(0)
      return units === undefined ? nothing : moved({ standard: 'ERC20', token: address, units, ...ends })
    }
    case topics.single: {
      const [tokenId, units] = [word(0), word(1)]
      if (third === undefined || tokenId === undefined || units === undefined) return nothing
      const ends = { from: addressOf(second), to: addressOf(third) }
      return moved({ standard: 'ERC1155', token: address, tokenId, units, ...ends })
    }
    case topics.batch: {
      if (third === undefined) return nothing
      const ends = { from: addressOf(second), to: addressOf(third) }
      return moved(
        ...readBatch(data).map(([tokenId, units]) => ({
          standard: 'ERC1155' as const,
          token: address,
          tokenId,
          units,
          ...ends,
        })),
      )
    }
    case topics.approval: {
      const spender = addressOf(second)
      // For a collectible the third topic is its token id, and the zero address as spender revokes the approval.
      const isRevoked = third === undefined ? word(0) === '0' : BigInt(second) === 0n
      if (third === undefined && word(0) === undefined) return nothing
      return { movements: [], approval: { owner: addressOf(first), token: address, spender, isRevoked } }
    }
    case topics.approvalForAll: {
      const isRevoked = word(0) === '0'
      return {
        movements: [],
        approval: { owner: addressOf(first), token: address, spender: addressOf(second), isRevoked },
      }
    }
    case topics.userOperation:
      return entryPoints.has(address) ? { movements: [], actor: addressOf(second) } : nothing
    default:
      return nothing
  }
}

/** Pads an address to a topic for a log query. */
function topicOf(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}

/** The filters of the events in which one of these accounts is the first, second or third indexed argument. */
export function logFilters(accounts: readonly Hex[]): readonly (readonly (null | readonly string[])[])[] {
  const { transfer, single, batch, approval, approvalForAll, userOperation } = topics
  const owners = accounts.map(topicOf)
  return [
    [[transfer, approval, approvalForAll], owners],
    [[transfer, single, batch, userOperation], null, owners],
    [[single, batch], null, null, owners],
  ]
}

/**
 * Drops movements of zero: anybody can make a transfer of 0 in any account's name, and swindlers use it to put
 * look-alike addresses into a history.
 */
function moved(...movements: readonly Movement[]): ReadLog {
  return { movements: movements.filter(({ units }) => units !== '0') }
}

function readBatch(data: Hex): readonly (readonly [tokenId: string, units: string])[] {
  if (data.length > batchSize) return []
  try {
    const [ids, amounts] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
    if (ids.length !== amounts.length) return []
    return ids.slice(0, batchLimit).map((id, index) => [String(id), String(amounts[index] ?? 0n)])
  } catch {
    // A malformed event.
    return []
  }
}

function numberOf(word: Hex): string {
  return String(BigInt(word))
}

function addressOf(topic: Hex): Hex {
  return `0x${topic.slice(26)}`
}
