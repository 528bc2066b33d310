import type { CaipNetworkId } from 'latchkey/protocol'
import type { Context } from '../shared/context.js'
import { hideSecrets } from './hideSecrets.js'
import { NodeError, post, type RpcCall, type RpcReply } from './post.js'

/** The nodes of one chain, asked as if they were one. */
export type Nodes = {
  readonly chainId: CaipNetworkId
  /**
   * Replies in the order of the calls; a node's own error is a reply.
   *
   * @throws {@link NodeError} where no node answered in time
   */
  ask(calls: readonly RpcCall[], signal?: AbortSignal | undefined): Promise<readonly RpcReply[]>
}

/** Methods that a second node must not be asked while the first may still answer: what they begin lives in one node. */
const oneNodeOnly = /^eth_(sendRawTransaction|new\w*Filter|uninstallFilter|getFilter(Changes|Logs))$/

/**
 * The nodes of each chain by the setting's entries, `eip155:1=https://rpc.example`; of several for a chain the first is
 * preferred. Where one fails the next is asked at once, and where one is slow the next is asked beside it: the first
 * sound answer counts, and the whole takes no longer than the setting allows.
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

function nodesOf({ settings, clock, log }: Context, chainId: CaipNetworkId, urls: readonly string[]): Nodes {
  const clean = (reply: RpcReply): RpcReply =>
    'error' in reply ? { error: { ...reply.error, message: hideSecrets(reply.error.message, urls) } } : reply

  function ask(calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly RpcReply[]> {
    return new Promise((resolve, reject) => run({ calls, signal, resolve, reject }))
  }

  function run({ calls, signal, resolve, reject }: Run) {
    const isPatient = calls.some(({ method }) => oneNodeOnly.test(method))
    const controller = new AbortController()
    let started = 0
    let running = 0
    let cancelNext = () => {}
    const giveUp = () => end(() => reject(new NodeError('no answer in time')))
    const cancelEnd = clock.setTimeout(giveUp, settings.rpcTimeoutSeconds * 1_000)
    signal?.addEventListener('abort', giveUp, { once: true })

    function end(settle: () => void) {
      cancelEnd()
      cancelNext()
      signal?.removeEventListener('abort', giveUp)
      settle()
      // Whoever is still at work need not go on.
      controller.abort()
    }

    function startNext() {
      cancelNext()
      const node = started
      const url = urls[node]
      if (url === undefined) {
        if (running === 0) end(() => reject(new NodeError('no node answered')))
        return
      }
      started++
      running++
      if (!isPatient && started < urls.length) {
        cancelNext = clock.setTimeout(startNext, settings.rpcSlowSeconds * 1_000)
      }
      post(url, calls, controller.signal).then(
        (replies) => end(() => resolve(replies.map(clean))),
        (error: unknown) => {
          running--
          if (controller.signal.aborted) return
          // The node by its place in the setting: its address may hold a key.
          const reason = error instanceof NodeError ? error.message : 'failed'
          log.warn('blockchain.nodeFailed', { chain: chainId, node: node + 1, reason })
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
  readonly resolve: (replies: readonly RpcReply[]) => void
  readonly reject: (error: NodeError) => void
}
