import type { Clock } from '../../shared/clock.js'

/** The newest block that a node gave. The time is in seconds; not every answer tells it. */
type Head = { readonly number: bigint; readonly time?: bigint | undefined }

/**
 * How far a node may be behind the best head before it counts as stale. Sound nodes of one provider differ by a few
 * blocks; chains with four blocks a second pass fifty of them in the time that one poll takes.
 */
const blocksBehind = 50n
/** The same in seconds, for chains with slow blocks: five blocks of Ethereum. */
const secondsBehind = 60n
/** How long the best head counts without a node that confirms it, in milliseconds: a development chain may restart. */
const trust = 120_000

/** Compares the heads of one chain's nodes. */
export type Heads = {
  /** Records a node's head; returns whether it is stale. */
  note(node: number, head: Head): boolean
  isStale(node: number): boolean
  /** Returns whether a block of this number must exist, because a node gave a head at or above it. */
  isReached(number: bigint): boolean
  /** Returns the nodes in the configured order, the stale ones last. */
  order(): readonly number[]
}

export function createHeads(clock: Clock, count: number): Heads {
  const heads = new Map<number, Head & { readonly at: number }>()
  const stale = new Set<number>()
  let best: (Head & { readonly at: number }) | undefined

  function judge(node: number, head: Head): boolean {
    const isBehind = best !== undefined && isFarBehind(head, best)
    if (isBehind) stale.add(node)
    else stale.delete(node)
    return isBehind
  }

  return {
    note(node, head) {
      const seen = { ...head, at: clock.steadyNow() }
      heads.set(node, seen)
      if (best === undefined || head.number >= best.number || seen.at - best.at >= trust) {
        best = seen
        // Heads of the same moment: a node may have answered before the one that shows it to be behind.
        for (const [other, one] of heads) if (one.at === seen.at) judge(other, one)
      }
      return judge(node, head)
    },
    isStale: (node) => stale.has(node),
    isReached: (number) => best !== undefined && number <= best.number,
    order() {
      const all = Array.from({ length: count }, (_, node) => node)
      return [...all.filter((node) => !stale.has(node)), ...all.filter((node) => stale.has(node))]
    },
  }
}

function isFarBehind(head: Head, best: Head): boolean {
  if (best.number - head.number > blocksBehind) return true
  const isLate = head.time !== undefined && best.time !== undefined && best.time - head.time > secondsBehind
  return isLate && head.number < best.number
}
