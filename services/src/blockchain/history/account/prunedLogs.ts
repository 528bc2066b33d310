import { NodeError } from '../../../outbound/post.js'
import { memory, type Pruned, type Reading } from './Reading.js'

type Knowing = Pick<Reading, 'abilities' | 'clock'>

/** The nodes have deleted the blocks that are to be read. */
export class NoHistory extends NodeError {
  constructor() {
    super('deleted what is to be read')
  }
}

/** Whether a node refuses logs because it has deleted old blocks (EIP-4444). */
export function isAboutPruning({ code, message }: { readonly code: number; readonly message: string }) {
  return code === 4444 || /prun|history.*unavailable/i.test(message)
}

/** The oldest block that the nodes may still have, as far as known. */
export function oldestKept(reading: Knowing): number {
  return (prunedOf(reading)?.block ?? -1) + 1
}

/** The oldest block with which a query of the blocks below `low` should begin: a search by halves for the oldest kept. */
export function oldestToAsk(reading: Knowing, low: number): number {
  const pruned = prunedOf(reading)
  if (pruned === undefined) return 0
  return Math.ceil((pruned.block + 1 + Math.min(pruned.readable, low - 1)) / 2)
}

/** Remembers that logs from a block on were refused because the block is deleted. */
export function notePruned(reading: Knowing, block: number): void {
  const { readable = Number.POSITIVE_INFINITY } = prunedOf(reading) ?? {}
  reading.abilities.pruned = {
    block,
    readable: readable > block ? readable : Number.POSITIVE_INFINITY,
    until: reading.clock.steadyNow() + memory,
  }
}

/** Remembers that logs from a block on were told. */
export function noteReadable(reading: Knowing, block: number): void {
  const pruned = prunedOf(reading)
  if (pruned === undefined) return
  reading.abilities.pruned =
    block > pruned.block ? { ...pruned, readable: Math.min(pruned.readable, block) } : undefined
}

function prunedOf({ abilities: { pruned }, clock }: Knowing): Pruned | undefined {
  return pruned !== undefined && clock.steadyNow() < pruned.until ? pruned : undefined
}
