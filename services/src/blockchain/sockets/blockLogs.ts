import { NodeError, ReplyTooLong } from '../../outbound/post.js'
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

/** The logs of blocks, by the hash, and the contracts whose logs are too long for any answer. */
type Found = {
  readonly logs: ReadonlyMap<string, readonly Log[]>
  readonly tooLong: ReadonlySet<string>
}

type Query = { readonly block: Block; readonly address: readonly string[] }
type Told = { readonly block: Block; readonly logs: readonly Log[] }

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

  /**
   * Asks for half of the logs at once where all are too long for one answer. Anybody may write too many logs, so the
   * contract that does so is named, and spoils no other.
   */
  async function ask(part: readonly Query[], tooLong: Set<string>): Promise<readonly Told[]> {
    const calls = part.map(({ block, address }) => ({
      method: 'eth_getLogs',
      params: [{ blockHash: block.hash, address }],
    }))
    try {
      const replies = await nodes.ask(calls, undefined, answerSize)
      return part.map(({ block }, index) => {
        const reply = replies[index]
        const logs = reply !== undefined && 'result' in reply ? readLogs(reply.result, block) : undefined
        // The block is gone again, or a node does not have it yet.
        if (logs === undefined) throw new Untold('the logs of a block cannot be read')
        return { block, logs }
      })
    } catch (error) {
      if (!(error instanceof ReplyTooLong)) throw error
      const halves = halvesOf(part)
      if (halves === undefined) for (const { address } of part) for (const one of address) tooLong.add(one)
      const [first = [], second = []] = halves ?? []
      return halves === undefined ? [] : [...(await ask(first, tooLong)), ...(await ask(second, tooLong))]
    }
  }

  async function read(blocks: readonly Block[], filters: readonly LogFilter[]): Promise<Found> {
    const addresses = [...new Set(filters.flatMap((filter) => [...filter.addresses]))]
    const queries = blocks.flatMap((block) => {
      const some = addresses.filter((address) => mayHold(block, address))
      return slices(some, addressesAtOnce).map((address) => ({ block, address }))
    })
    const found = new Map<string, readonly Log[]>()
    const tooLong = new Set<string>()
    for (const part of slices(queries, queriesAtOnce)) {
      for (const { block, logs } of await ask(part, tooLong))
        found.set(block.hash, [...(found.get(block.hash) ?? []), ...logs])
    }
    // Each query tells its own contracts' logs in order, and one block may need several queries.
    return { logs: new Map([...found].map(([hash, logs]) => [hash, inOrder(logs)])), tooLong }
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

/** Halves of a list, or of the contracts of its only query; `undefined` for a single contract. */
function halvesOf(part: readonly Query[]): readonly (readonly Query[])[] | undefined {
  const [first] = part
  if (part.length > 1) return slices(part, Math.ceil(part.length / 2))
  if (first === undefined || first.address.length < 2) return undefined
  const size = Math.ceil(first.address.length / 2)
  return slices(first.address, size).map((address) => [{ ...first, address }])
}

function inOrder(logs: readonly Log[]): readonly Log[] {
  return [...logs].sort((left, right) => Number(left.logIndex ?? 0) - Number(right.logIndex ?? 0))
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
