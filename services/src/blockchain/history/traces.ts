import type { Context } from '../../shared/context.js'
import type { Nodes } from '../nodes.js'
import { NodeError, type RpcCall, type RpcReply } from '../post.js'
import { toHex } from './askAll.js'
import type { Hex } from './Entry.js'
import type { Block } from './nodeAnswers.js'
import { type InternalCoin, readCallTrace, readFlatTrace } from './readTrace.js'

/** Blocks that are traced at once: each answer is long. */
const atOnce = 4
/** After so many failures in a row no block is traced for a while, in milliseconds: a node that is too busy for it. */
const patience = 3
const pause = 600_000

export type Traces = {
  /** By the blocks' numbers. A block that no node would trace is missing. */
  of(
    blocks: readonly Block[],
    accounts: ReadonlySet<Hex>,
    signal?: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, InternalCoin>>
}

type Way = {
  readonly call: (block: Block) => RpcCall
  readonly read: typeof readFlatTrace
}

/** The two ways in which nodes trace blocks; the first tells it in fewer words. */
const ways: readonly Way[] = [
  { call: ({ number }) => ({ method: 'trace_block', params: [toHex(number)] }), read: readFlatTrace },
  {
    call: ({ hash }) => ({ method: 'debug_traceBlockByHash', params: [hash, { tracer: 'callTracer' }] }),
    read: readCallTrace,
  },
]

/**
 * Finds the coin that contracts paid out, to whomever, by the nodes' traces, where the settings want that and a node can.
 * Whether it can is asked once, at the first block that has transactions.
 *
 * A trace that fails is never a reason not to know the rest: its block is missing, and the log says so.
 */
export function createTraces({ settings, clock, log }: Context, nodes: Nodes): Traces {
  const { chainId } = nodes
  /** `undefined` until a node has said; `null` where none can. */
  let way: Way | null | undefined = settings.historyTraces === 'off' ? null : undefined
  let failures = 0
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function findWay(block: Block, signal: AbortSignal | undefined): Promise<Way | null> {
    for (const one of ways) {
      const [reply] = await nodes.ask([one.call(block)], signal)
      if (isResult(reply)) return one
    }
    return null
  }

  async function trace(
    block: Block,
    accounts: ReadonlySet<Hex>,
    signal: AbortSignal | undefined,
  ): Promise<InternalCoin | undefined> {
    if (clock.steadyNow() < pausedUntil) return undefined
    try {
      if (way === undefined) way = await findWay(block, signal)
      if (way === null) return undefined
      const [reply] = await nodes.ask([way.call(block)], signal)
      // Most nodes know the states of the last blocks only: they refuse at once, and there is nothing to wait for.
      if (!isResult(reply)) {
        log.debug('blockchain.notTraced', { chain: chainId, block: block.number, reason: 'refused' })
        return undefined
      }
      const found = way.read(
        reply.result,
        block,
        (account) => typeof account === 'string' && accounts.has(account.toLowerCase() as Hex),
      )
      failures = 0
      return found
    } catch (error) {
      if (!(error instanceof NodeError) || signal?.aborted === true) throw error
      failures++
      if (failures >= patience) {
        failures = 0
        pausedUntil = clock.steadyNow() + pause
      }
      log.warn('blockchain.notTraced', { chain: chainId, block: block.number, reason: error.message })
      return undefined
    }
  }

  return {
    async of(blocks, accounts, signal) {
      const found = new Map<number, InternalCoin>()
      const work = blocks.filter(({ transactions }) => transactions.length > 0)
      // Whether a node can is asked with one block, not with many at once.
      for (let start = 0; start < work.length && way !== null; ) {
        const part = work.slice(start, start + (way === undefined ? 1 : atOnce))
        const traced = await Promise.all(part.map((block) => trace(block, accounts, signal)))
        for (const [index, coin] of traced.entries()) {
          const block = part[index]
          if (block !== undefined && coin !== undefined) found.set(block.number, coin)
        }
        start += part.length
      }
      return found
    },
  }
}

function isResult(reply: RpcReply | undefined): reply is { readonly result: unknown } {
  return reply !== undefined && 'result' in reply && Array.isArray(reply.result)
}
