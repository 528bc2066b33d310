import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { type Ask, hash, hex } from './node.js'

/** A transaction in a final block. */
export type Included = {
  readonly blockHash: `0x${string}`
  /** Its place in the block. */
  readonly index: number
  readonly extrinsic: `0x${string}`
  readonly hash: `0x${string}`
}

const blockSchema = v.object({
  block: v.object({ extrinsics: v.pipe(v.array(hex), v.maxLength(10_000)) }),
})

/** So many blocks are read at once. */
const atOnce = 8

/** Returns the first transaction in the blocks from one height to another, both included, that is the wanted one. */
export async function findIncluded(
  ask: Ask,
  from: number,
  to: number,
  isWanted: (one: Included) => boolean,
): Promise<Included | undefined> {
  for (let first = from; first <= to; first += atOnce) {
    const heights = Array.from({ length: Math.min(atOnce, to - first + 1) }, (_, index) => first + index)
    const blocks = await Promise.all(heights.map((height) => readBlock(ask, height)))
    const found = blocks.flat().find(isWanted)
    if (found !== undefined) return found
  }
  return undefined
}

async function readBlock(ask: Ask, height: number): Promise<readonly Included[]> {
  const blockHash = await ask(hash, 'chain_getBlockHash', height)
  const { block } = await ask(blockSchema, 'chain_getBlock', blockHash)
  return block.extrinsics.map((extrinsic, index) => ({
    blockHash,
    index,
    extrinsic,
    hash: `0x${bytesToHex(blake2b(hexToBytes(extrinsic.slice(2)), { dkLen: 32 }))}`,
  }))
}
