import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError, post, ReplyTooLong, type RpcCall, type RpcReply } from '../outbound/post.js'
import { currentTurn } from '../outbound/turns.js'
import { queueOf } from '../outbound/upstreams.js'
import type { Context } from '../shared/context.js'
import { hideSecrets } from './hideSecrets.js'
import { entryOf } from './settings.js'

/** The nodes of one chain, used as one. */
export type Nodes = {
  readonly chainId: CaipNetworkId
  /**
   * Returns replies in the order of the calls; a node's own error is a reply.
   *
   * @param size Longest answer to all calls together, in bytes. For calls to contracts that strangers name.
   * @throws {@link NodeError} if no node answered in time; {@link ReplyTooLong} where the answer is longer than `size`
   */
  ask(
    calls: readonly RpcCall[],
    signal?: AbortSignal | undefined,
    size?: number | undefined,
  ): Promise<readonly RpcReply[]>
}

/** Most HTTP requests that one node gets at once. */
const requestsAtOnce = 50

/** Methods that must not go to a second node while the first may still answer: their state lives in one node. */
const oneNodeOnly = /^eth_(sendRawTransaction|new\w*Filter|uninstallFilter|getFilter(Changes|Logs))$/

/**
 * Creates each chain's nodes from the setting's entries, `eip155:1=https://rpc.example`; the first entry of a chain is
 * preferred. If a node fails the next is called at once; if it is slow the next is called in parallel. The first valid
 * answer wins, within the configured timeout. A node that rests or is at its limit is called last.
 */
export function createNodes(context: Context): ReadonlyMap<CaipNetworkId, Nodes> {
  const urls = new Map<CaipNetworkId, string[]>()
  for (const entry of context.settings.chains) {
    const split = entry.indexOf('=')
    const chainId = entry.slice(0, split) as CaipNetworkId
    urls.set(chainId, [...(urls.get(chainId) ?? []), entry.slice(split + 1)])
  }
  return new Map([...urls].map(([chainId, list]) => [chainId, nodesOf(context, chainId, list)]))
}

function nodesOf(context: Context, chainId: CaipNetworkId, urls: readonly string[]): Nodes {
  const { settings, clock, log } = context
  const rate = entryOf(settings.rpcPerSecond, chainId)
  const nodes = urls.map((url, index) => ({
    url,
    number: index + 1,
    queue: queueOf(context, {
      url,
      perSecond: rate === undefined ? undefined : Number(rate),
      atOnce: requestsAtOnce,
      chain: chainId,
      source: `node ${index + 1}`,
    }),
  }))
  const clean = (reply: RpcReply): RpcReply =>
    'error' in reply ? { error: { ...reply.error, message: hideSecrets(reply.error.message, urls) } } : reply

  function ask(calls: readonly RpcCall[], signal?: AbortSignal, size?: number): Promise<readonly RpcReply[]> {
    return new Promise((resolve, reject) => run({ calls, signal, size, resolve, reject }))
  }

  function run({ calls, signal, size, resolve, reject }: Run) {
    const isPatient = calls.some(({ method }) => oneNodeOnly.test(method))
    const isLeftAlone = ({ queue }: (typeof nodes)[number]) => queue.health().until !== undefined
    // The sort is stable: apart from nodes that are left alone, the order is the setting's.
    const ordered = [...nodes].sort((left, right) => Number(isLeftAlone(left)) - Number(isLeftAlone(right)))
    const turn = currentTurn(context)
    const within = settings.rpcTimeoutSeconds * 1_000
    const controller = new AbortController()
    let started = 0
    let running = 0
    let cancelNext = () => {}
    const giveUp = () => end(() => reject(new NodeError('no answer in time')))
    const cancelEnd = clock.setTimeout(giveUp, within)
    signal?.addEventListener('abort', giveUp, { once: true })

    function end(settle: () => void) {
      cancelEnd()
      cancelNext()
      signal?.removeEventListener('abort', giveUp)
      settle()
      // Cancels the requests that are still running.
      controller.abort()
    }

    function startNext() {
      cancelNext()
      const node = ordered[started]
      if (node === undefined) {
        if (running === 0) end(() => reject(new NodeError('no node answered')))
        return
      }
      started++
      running++
      const hasOther = started < ordered.length
      if (!isPatient && hasOther) {
        cancelNext = clock.setTimeout(startNext, settings.rpcSlowSeconds * 1_000)
      }
      const work = (ended: AbortSignal) => post(settings, node.url, calls, ended, size)
      const options = { turn, cost: calls.length, within, signal: controller.signal, hasOther }
      node.queue.run(work, options).then(
        (replies) => end(() => resolve(replies.map(clean))),
        (error: unknown) => {
          running--
          if (controller.signal.aborted) return
          // The contract answered too much, not the node: no other node would do better.
          if (size !== undefined && error instanceof ReplyTooLong) return end(() => reject(error))
          // Logs the node's position in the setting, because its address may contain a key.
          const reason = error instanceof NodeError ? error.message : 'failed'
          log.warn('blockchain.nodeFailed', { chain: chainId, node: node.number, reason })
          startNext()
        },
      )
    }

    if (signal?.aborted === true) giveUp()
    else startNext()
  }
  return { chainId, ask }
}

type Run = {
  readonly calls: readonly RpcCall[]
  readonly signal: AbortSignal | undefined
  readonly size: number | undefined
  readonly resolve: (replies: readonly RpcReply[]) => void
  readonly reject: (error: NodeError) => void
}
