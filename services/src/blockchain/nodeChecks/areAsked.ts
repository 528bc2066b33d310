import type { RpcCall } from '../../outbound/post.js'

/** A log as a node tells it; only these two fields have been checked. */
export type LogLike = {
  readonly address: string
  readonly topics: readonly unknown[]
  readonly blockNumber?: unknown
  readonly blockHash?: unknown
}

/**
 * Whether all logs are of the contracts, topics and blocks that a query asked for. A node that tells of others has read
 * the query wrongly, so it may have left out those that were asked for.
 */
export function areAsked(logs: readonly LogLike[], { params }: RpcCall): boolean {
  const [filter] = Array.isArray(params) ? params : []
  if (typeof filter !== 'object' || filter === null) return true
  const { address, topics, fromBlock, toBlock, blockHash } = filter as { readonly [name: string]: unknown }
  const [low, high] = [numberOf(fromBlock), numberOf(toBlock)]
  const contracts = textsOf(address)
  const places: readonly unknown[] = Array.isArray(topics) ? topics : []
  const wanted = places.map(textsOf)
  return logs.every((log) => {
    const block = numberOf(log.blockNumber)
    if (block !== undefined && ((low ?? block) > block || (high ?? block) < block)) return false
    if (typeof blockHash === 'string' && !isOneOf(log.blockHash, textsOf(blockHash))) return false
    return (
      isOneOf(log.address, contracts) && wanted.every((some, index) => isOneOf(log.topics[index] ?? '', some))
    )
  })
}

/** The lower-case texts of a part of a filter; `undefined` where it asks for anything. */
function textsOf(part: unknown): ReadonlySet<string> | undefined {
  if (part === undefined || part === null) return undefined
  const texts = [part].flat().map((text) => (typeof text === 'string' ? text.toLowerCase() : undefined))
  // An empty list, and a `null` within one, ask for anything.
  return texts.length === 0 || texts.includes(undefined) ? undefined : new Set(texts as readonly string[])
}

/** A field that a node leaves out is read by whoever needs it. */
function isOneOf(value: unknown, wanted: ReadonlySet<string> | undefined): boolean {
  return wanted === undefined || typeof value !== 'string' || wanted.has(value.toLowerCase())
}

/** A block's number; `undefined` for words such as `latest`. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : undefined
}
