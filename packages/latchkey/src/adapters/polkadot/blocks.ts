import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { isKitError } from '../../protocol/errors.js'
import { type Ask, hash, hex } from './node.js'

/** A transaction in a final block. */
export type Included = {
  readonly blockHash: `0x${string}`
  /** The block before: its runtime carried the transaction out. */
  readonly parentHash: `0x${string}`
  /** Its place in the block. */
  readonly index: number
  readonly extrinsic: `0x${string}`
  readonly hash: `0x${string}`
}

const blockSchema = v.object({
  block: v.object({
    header: v.object({ parentHash: hash }),
    extrinsics: v.pipe(v.array(hex), v.maxLength(10_000)),
  }),
})

/** So many blocks are read at once. */
const atOnce = 8

/** What a search has found. Only a complete one proves that there is no such transaction. */
export type Search = { readonly found?: Included; readonly isComplete: boolean }

/**
 * Looks for the first transaction in the blocks from one height to another, both included, that is the wanted one. A
 * block that cannot be read is skipped, as is a transaction for which `isWanted` returns `undefined`: it cannot tell.
 */
export async function findIncluded(
  ask: Ask,
  from: number,
  to: number,
  isWanted: (one: Included) => boolean | undefined | Promise<boolean | undefined>,
): Promise<Search> {
  let isComplete = true
  for (let first = from; first <= to; first += atOnce) {
    const heights = Array.from({ length: Math.min(atOnce, to - first + 1) }, (_, index) => first + index)
    const blocks = await Promise.all(heights.map((height) => readBlock(ask, height)))
    for (const block of blocks) {
      if (block === undefined) isComplete = false
      for (const one of block ?? []) {
        const answer = await isWanted(one)
        if (answer) return { found: one, isComplete }
        if (answer === undefined) isComplete = false
      }
    }
  }
  return { isComplete }
}

/** The transactions of a block; `undefined` if the node does not give it, or if it is too large. */
async function readBlock(ask: Ask, height: number): Promise<readonly Included[] | undefined> {
  const blockHash = await ask(hash, 'chain_getBlockHash', height)
  const answer = await ask(blockSchema, 'chain_getBlock', blockHash).catch((error: unknown) => {
    if (isKitError(error, 'NETWORK_UNREADABLE') && !isAnswer(error.cause)) throw error
    return undefined
  })
  return answer?.block.extrinsics.map((extrinsic, index) => ({
    blockHash,
    parentHash: answer.block.header.parentHash,
    index,
    extrinsic,
    hash: `0x${bytesToHex(blake2b(hexToBytes(extrinsic.slice(2)), { dkLen: 32 }))}`,
  }))
}

/** Whether the node has answered, with something that cannot be read. */
const isAnswer = (cause: unknown) => isKitError(cause, 'SERVICE_ANSWER_INVALID')
