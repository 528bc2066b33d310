import type { RpcCall, RpcReply } from '../../../outbound/post.js'
import type { Nodes } from '../../nodes.js'
import { askAll } from '../askAll.js'

/** How many blocks below the head a block is final. */
export const finalDepth = 64

/** Answers about final blocks of one chain, shared by all accounts. */
export type AnswerCache = {
  /**
   * Sends the calls whose answers are not known. Keeps an answer if it names a block up to `finalBlock`.
   *
   * @throws `NodeError`
   */
  ask(
    nodes: Nodes,
    calls: readonly RpcCall[],
    options: { readonly finalBlock: number; readonly signal: AbortSignal },
  ): Promise<readonly RpcReply[]>
}

/** @param limit Most bytes of all answers; the least recently used ones are dropped first. */
export function createAnswerCache(limit: number): AnswerCache {
  const kept = new Map<string, { readonly reply: RpcReply; readonly size: number }>()
  let total = 0

  function take(key: string): RpcReply | undefined {
    const found = kept.get(key)
    if (found === undefined) return undefined
    // Re-inserting keeps the map in order of use.
    kept.delete(key)
    kept.set(key, found)
    return found.reply
  }

  function keep(key: string, result: unknown): void {
    const size = 2 * (key.length + JSON.stringify(result).length)
    if (kept.has(key) || size > limit / 4) return
    kept.set(key, { reply: { result }, size })
    total += size
    for (const [oldest, { size: freed }] of kept) {
      if (total <= limit) break
      kept.delete(oldest)
      total -= freed
    }
  }

  return {
    async ask(nodes, calls, { finalBlock, signal }) {
      const keys = calls.map(({ method, params }) => `${method} ${JSON.stringify(params)}`)
      const replies = keys.map(take)
      const wanted = calls.flatMap((call, index) => (replies[index] === undefined ? [{ call, index }] : []))
      const keepBatch = (start: number, answers: readonly RpcReply[]) => {
        for (const [place, reply] of answers.entries()) {
          const { index = -1 } = wanted[start + place] ?? {}
          replies[index] = reply
          if ('result' in reply && blockOf(reply.result) <= finalBlock) keep(keys[index] ?? '', reply.result)
        }
      }
      await askAll(
        nodes,
        wanted.map(({ call }) => call),
        signal,
        keepBatch,
      )
      return replies.flatMap((reply) => reply ?? [])
    },
  }
}

/** Returns the number of the block that an answer describes or belongs to. */
function blockOf(result: unknown): number {
  if (typeof result !== 'object' || result === null) return Number.POSITIVE_INFINITY
  const number: unknown = Reflect.get(result, 'blockNumber') ?? Reflect.get(result, 'number')
  return typeof number === 'string' ? Number(number) : Number.POSITIVE_INFINITY
}
