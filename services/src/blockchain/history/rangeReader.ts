import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Nodes } from '../nodes.js'
import type { Hex } from './Entry.js'
import { type Blocks, rangeLimit, readBlocks } from './readBlocks.js'
import { createTraces } from './traces.js'

/** Reads ranges of a chain's blocks, as long as the node accepts. */
export type RangeReader = {
  /** Reads blocks upwards from `from`, at most to `limit`. Throws `NodeError`. */
  upwards(from: number, limit: number, accounts: ReadonlySet<Hex>): Promise<Blocks>
  /** Reads blocks downwards from just below `below`, at most to `limit`. Throws `NodeError`. */
  downwards(below: number, limit: number, accounts: ReadonlySet<Hex>): Promise<Blocks>
}

/** Shortens the ranges while a node refuses them as too large, and lengthens them again afterwards. */
export function createRangeReader(context: Context, nodes: Nodes, signal: AbortSignal): RangeReader {
  const traces = createTraces(context, nodes)
  let size = rangeLimit

  async function patiently<value>(read: () => Promise<value>): Promise<value> {
    for (;;) {
      try {
        const value = await read()
        size = Math.min(rangeLimit, size + Math.ceil(size / 4))
        return value
      } catch (error) {
        if (!(error instanceof NodeError) || size === 1 || signal.aborted) throw error
        size = Math.floor(size / 2)
      }
    }
  }

  const read = (from: number, to: number, accounts: ReadonlySet<Hex>) =>
    readBlocks({ nodes, traces }, { from, to, accounts }, signal)

  return {
    upwards: (from, limit, accounts) =>
      patiently(() => read(from, Math.min(from - 1 + size, limit), accounts)),
    downwards: (below, limit, accounts) =>
      patiently(() => read(Math.max(below - size, limit), below - 1, accounts)),
  }
}
