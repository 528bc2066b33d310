import type { Block } from './Block.js'

/** A block's place in the chain. */
export type Step = Pick<Block, 'number' | 'hash' | 'parentHash'>

export type Change = {
  /** The told blocks that are no part of the chain any more, oldest first. */
  readonly removed: readonly Step[]
  /** The new blocks, oldest first. */
  readonly added: readonly Block[]
}

/** Blocks that are fetched in one list. */
const atOnce = 32

/**
 * Finds the way from the blocks that were told to the newest one.
 *
 * @param told Oldest first.
 * @param fetch Returns blocks by their numbers, in the same order.
 * @returns `undefined` if the way is longer than `limit`
 * @throws if the blocks do not fit together: the chain changed meanwhile
 */
export async function connect(
  told: readonly Step[],
  newest: Block,
  limit: number,
  fetch: (numbers: readonly bigint[]) => Promise<readonly Block[]>,
): Promise<Change | undefined> {
  const known = new Map(told.map((step) => [step.hash, step]))
  const last = told.at(-1)
  const oldest = told[0]
  let added: readonly Block[] = [newest]
  for (;;) {
    const [first = newest] = added
    const base = known.get(first.parentHash)
    if (base !== undefined) {
      return { removed: told.filter(({ number }) => number > base.number), added }
    }
    if (last === undefined || oldest === undefined) return undefined
    if (added.length >= limit || first.number <= oldest.number) return undefined
    // First up to the last told block; where the chain was reorganised, some more.
    const wanted = first.number > last.number + 1n ? first.number - last.number - 1n : 4n
    if (BigInt(added.length) + wanted > BigInt(limit)) return undefined
    const lowest = first.number - (wanted < BigInt(atOnce) ? wanted : BigInt(atOnce))
    const from = lowest < oldest.number ? oldest.number : lowest
    const numbers = Array.from({ length: Number(first.number - from) }, (_, index) => from + BigInt(index))
    added = joined([...(await fetch(numbers)), ...added], known)
  }
}

/** Checks that each block follows the one before it, and drops those that were told. */
function joined(blocks: readonly Block[], known: ReadonlyMap<string, Step>): readonly Block[] {
  const isChain = blocks.every((block, index) => {
    const before = blocks[index - 1]
    return before === undefined || (block.parentHash === before.hash && block.number === before.number + 1n)
  })
  if (!isChain) throw new Error('the chain changed meanwhile')
  return blocks.filter(({ hash }) => !known.has(hash))
}
