import type { Clock } from '../../shared/clock.js'

/** The newest block that a node gave. The time is in seconds; not every answer tells it. */
export type Head = { readonly number: bigint; readonly time?: bigint | undefined }

/**
 * How far a node may be behind the best head before it counts as stale. Sound nodes of one provider differ by a few
 * blocks; chains with four blocks a second pass fifty of them in the time that one poll takes.
 */
const usualBehind = 50n
/** The same in seconds, for chains with slow blocks: five blocks of Ethereum. */
const secondsBehind = 60n
/** The most blocks that a chain makes in a second, and how far clocks may be apart, in seconds. */
const usualPerSecond = 20n
const clocksApart = 60n
/** How fast a chain is; the constants above are of eip155. */
export type Pace = {
  /** How many blocks a node may be behind the best head. */
  readonly blocksBehind: bigint
  /** The most blocks that the chain makes in a second. */
  readonly blocksPerSecond: bigint
  /** Nodes tell the newest block without its time: it counts as of the moment of the answer. */
  readonly isUntimed?: boolean | undefined
}

const usualPace: Pace = { blocksBehind: usualBehind, blocksPerSecond: usualPerSecond }

/** How long a head counts without its node's confirming it, in milliseconds: a development chain may restart. */
const trust = 120_000

/** Compares the heads of one chain's nodes. */
export type Heads = {
  /** Records a node's head; returns whether another node may know better. */
  note(node: number, head: Head): boolean
  /** Returns whether a node is behind, or tells a head that cannot be. */
  isStale(node: number): boolean
  /** Returns whether a block of this number must exist, because a credible head is at or above it. */
  isReached(number: bigint): boolean
}

export function createHeads(
  clock: Clock,
  { blocksBehind, blocksPerSecond, isUntimed = false }: Pace = usualPace,
): Heads {
  const heads = new Map<number, Head & { readonly at: number }>()
  const stale = new Set<number>()
  const now = () => BigInt(Math.floor(clock.now() / 1_000))

  const isOfFuture = ({ time }: Head) => time !== undefined && time > now() + clocksApart

  /** Whether the chain can have come from one head to another by now. */
  function isReachable(from: Head, to: Head): boolean {
    const passed = from.time === undefined || from.time > now() ? 0n : now() - from.time
    return to.number - from.number <= blocksBehind + (passed + clocksApart) * blocksPerSecond
  }

  /**
   * The head that the others are compared with. Of three or more it is the second highest, so that no single node can
   * raise it. Of two it is the lower one if the chain cannot have reached the higher one since. A number without its block
   * proves nothing.
   */
  function best(): Head | undefined {
    const [first, second, third] = [...heads.values()]
      .filter((head) => head.time !== undefined && !isOfFuture(head) && clock.steadyNow() - head.at < trust)
      .sort((left, right) => (left.number < right.number ? 1 : left.number > right.number ? -1 : 0))
    if (first === undefined || second === undefined) return first
    return third !== undefined || !isReachable(second, first) ? second : first
  }

  function judge(node: number, head: Head): boolean {
    const known = best()
    const isWrong =
      isOfFuture(head) ||
      (known !== undefined && (isFarBehind(head, known, blocksBehind) || !isReachable(known, head)))
    if (isWrong) stale.add(node)
    else stale.delete(node)
    return isWrong
  }

  return {
    note(node, told) {
      const head = isUntimed ? { ...told, time: now() } : told
      if (head.time === undefined) return judge(node, head)
      const seen = { ...head, at: clock.steadyNow() }
      heads.set(node, seen)
      // Heads of the same moment: a node may have answered before the one that shows it to be behind.
      for (const [other, one] of heads) if (one.at === seen.at) judge(other, one)
      return stale.has(node)
    },
    isStale: (node) => stale.has(node),
    isReached(number) {
      const known = best()
      return known !== undefined && number <= known.number
    },
  }
}

function isFarBehind(head: Head, best: Head, blocksBehind: bigint): boolean {
  if (best.number - head.number > blocksBehind) return true
  const isLate = head.time !== undefined && best.time !== undefined && best.time - head.time > secondsBehind
  return isLate && head.number < best.number
}
