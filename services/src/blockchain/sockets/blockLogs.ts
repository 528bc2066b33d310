import { NodeError, ReplyTooLong, type RpcReply } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import { type Block, type Log, readLogs } from './Block.js'
import { type LogFilter, mayHold } from './logFilter.js'

/** Contracts in one query, queries in one list, and bytes of the answer to one list. */
const addressesAtOnce = 100
const queriesAtOnce = 10
const answerSize = 8 * 1024 * 1024
/** Most logs that are kept for a reorganisation. */
const keptLogs = 20_000

/** Nodes that are there do not tell what they should. */
export class Untold extends NodeError {}

type Query = { readonly block: Block; readonly address: readonly string[] }

/** Reads the logs of blocks, once for all subscribers, and keeps them for the case that their blocks go away. */
export function createBlockLogs(nodes: Pick<Nodes, 'ask'>) {
  const kept = new Map<string, readonly Log[]>()
  let count = 0

  function take(hash: string): readonly Log[] {
    const logs = kept.get(hash) ?? []
    kept.delete(hash)
    count -= logs.length
    return logs
  }

  /** Asks for half of the logs at once where all are too long for one answer. */
  async function ask(part: readonly Query[]): Promise<readonly RpcReply[]> {
    const calls = part.map(({ block, address }) => ({
      method: 'eth_getLogs',
      params: [{ blockHash: block.hash, address }],
    }))
    try {
      return await nodes.ask(calls, undefined, answerSize)
    } catch (error) {
      if (!(error instanceof ReplyTooLong)) throw error
      if (part.length < 2) throw new Untold('the logs of a block cannot be read')
      const half = Math.ceil(part.length / 2)
      return [...(await ask(part.slice(0, half))), ...(await ask(part.slice(half)))]
    }
  }

  async function read(
    blocks: readonly Block[],
    filters: readonly LogFilter[],
  ): Promise<ReadonlyMap<string, readonly Log[]>> {
    const addresses = [...new Set(filters.flatMap((filter) => [...filter.addresses]))]
    const queries = blocks.flatMap((block) => {
      const some = addresses.filter((address) => mayHold(block, address))
      return slices(some, addressesAtOnce).map((address) => ({ block, address }))
    })
    const found = new Map<string, readonly Log[]>()
    for (const part of slices(queries, queriesAtOnce)) {
      const replies = await ask(part)
      for (const [index, { block }] of part.entries()) {
        const reply = replies[index]
        const logs = reply !== undefined && 'result' in reply ? readLogs(reply.result, block) : undefined
        // The block is gone again, or a node does not have it yet.
        if (logs === undefined) throw new Untold('the logs of a block cannot be read')
        found.set(block.hash, [...(found.get(block.hash) ?? []), ...logs])
      }
    }
    // Each query tells its own contracts' logs in order, and one block may need several queries.
    return new Map([...found].map(([hash, logs]) => [hash, inOrder(logs)]))
  }

  return {
    take,
    read,
    keep(hash: string, logs: readonly Log[]) {
      if (logs.length === 0) return
      kept.set(hash, logs)
      count += logs.length
      for (const oldest of kept.keys()) {
        if (count <= keptLogs) break
        take(oldest)
      }
    },
    clear() {
      kept.clear()
      count = 0
    },
  }
}

function inOrder(logs: readonly Log[]): readonly Log[] {
  return [...logs].sort((left, right) => Number(left.logIndex ?? 0) - Number(right.logIndex ?? 0))
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
