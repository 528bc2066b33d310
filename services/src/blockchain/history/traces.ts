import { NodeError, type RpcCall, type RpcReply } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Nodes } from '../nodes.js'
import { toHex } from './askAll.js'
import type { Hex } from './Entry.js'
import type { Block } from './nodeAnswers.js'
import { type InternalCoin, readCallTrace, readFlatTrace } from './readTrace.js'

/** Blocks traced concurrently: each answer is long. */
const atOnce = 4
/** Failures in a row after which tracing pauses, and the pause in milliseconds: the node may be overloaded. */
const patience = 3
const pause = 600_000
/** How long nodes without traces are not asked for any, in milliseconds: an operator may change the node, or its plan. */
const memory = 3_600_000
/** What nodes call a method that they do not have. */
const methodMissing = -32601

export type Traces = {
  /**
   * Returns traces by block number. A block that no node traced is missing.
   *
   * @param asked The same nodes, where somebody counts the calls; what they throw for a spent budget is thrown.
   */
  of(
    blocks: readonly Block[],
    accounts: ReadonlySet<Hex>,
    signal?: AbortSignal | undefined,
    asked?: Nodes | undefined,
  ): Promise<ReadonlyMap<number, InternalCoin>>
}

type Way = {
  readonly call: (block: Block) => RpcCall
  readonly read: typeof readCallTrace
}

/** The two trace methods of nodes; the first one has the shorter answer. */
const ways: readonly Way[] = [
  { call: ({ number }) => ({ method: 'trace_block', params: [toHex(number)] }), read: readFlatTrace },
  {
    call: ({ hash }) => ({ method: 'debug_traceBlockByHash', params: [hash, { tracer: 'callTracer' }] }),
    read: readCallTrace,
  },
]

/**
 * Finds coin that contracts paid, from the nodes' traces, if the settings allow it and a node supports it. Support is
 * tested at the first block with transactions, and again an hour after no node had it.
 *
 * A failed trace never fails the whole read: its block is missing from the result, and the log says so.
 */
export function createTraces({ settings, clock, log }: Context, nodes: Nodes): Traces {
  const { chainId } = nodes
  /** `undefined` until a node has traced a block. */
  let way: Way | undefined
  /** Until when no node is asked. */
  let offUntil = settings.historyTraces === 'off' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  /** Blocks in a row that were refused in every way. */
  let refusals = 0
  let failures = 0
  let pausedUntil = Number.NEGATIVE_INFINITY

  const isOff = () => clock.steadyNow() < offUntil

  /** A node that has traces may refuse those of one block, as one that keeps only recent states. */
  async function findWay(
    asked: Nodes,
    block: Block,
    signal: AbortSignal | undefined,
  ): Promise<Way | undefined> {
    let isMissing = true
    for (const one of ways) {
      const [reply] = await asked.ask([one.call(block)], signal)
      if (isResult(reply)) return one
      isMissing &&= isMethodMissing(reply)
    }
    refusals++
    if (isMissing || refusals >= patience) {
      refusals = 0
      offUntil = clock.steadyNow() + memory
    }
    return undefined
  }

  async function trace(
    asked: Nodes,
    block: Block,
    accounts: ReadonlySet<Hex>,
    signal: AbortSignal | undefined,
  ): Promise<InternalCoin | undefined> {
    if (clock.steadyNow() < pausedUntil) return undefined
    try {
      way ??= await findWay(asked, block, signal)
      if (way === undefined) return undefined
      const used = way
      const [reply] = await asked.ask([used.call(block)], signal)
      if (isMethodMissing(reply)) way = undefined
      // Most nodes keep only recent states and refuse older blocks at once. That costs no waiting, so it is no reason
      // to pause.
      if (!isResult(reply)) {
        log.debug('blockchain.notTraced', { chain: chainId, block: block.number, reason: 'refused' })
        return undefined
      }
      const found = used.read(
        reply.result,
        block,
        (account) => typeof account === 'string' && accounts.has(account.toLowerCase() as Hex),
      )
      failures = 0
      return found
    } catch (error) {
      if (!(error instanceof NodeError) || signal?.aborted === true) throw error
      // What is too long, or too much for one client, says nothing about the node.
      if (error.isOfTheCall) {
        log.debug('blockchain.notTraced', { chain: chainId, block: block.number, reason: error.message })
        return undefined
      }
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
    async of(blocks, accounts, signal, asked = nodes) {
      const found = new Map<number, InternalCoin>()
      const work = blocks.filter(({ transactions }) => transactions.length > 0)
      // Tests support with one block before sending several concurrently.
      for (let start = 0; start < work.length && !isOff(); ) {
        const part = work.slice(start, start + (way === undefined ? 1 : atOnce))
        const traced = await Promise.all(part.map((block) => trace(asked, block, accounts, signal)))
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

function isMethodMissing(reply: RpcReply | undefined): boolean {
  return reply !== undefined && 'error' in reply && reply.error.code === methodMissing
}

function isResult(reply: RpcReply | undefined): reply is { readonly result: unknown } {
  return reply !== undefined && 'result' in reply && Array.isArray(reply.result)
}
