import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError, post, ReplyTooLong, type RpcCall, type RpcReply } from '../outbound/post.js'
import { currentTurn } from '../outbound/turns.js'
import { queueOf } from '../outbound/upstreams.js'
import type { Context } from '../shared/context.js'
import { spendCalls } from './budget/meter.js'
import { weightOf } from './budget/weightOf.js'
import { hideSecrets } from './hideSecrets.js'
import { createNodeChecks } from './nodeChecks/createNodeChecks.js'
import { worstOf } from './nodeChecks/worstOf.js'
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

/**
 * Methods that must not go to a second node while the first may still answer: they send something, or their state lives
 * in one node.
 */
const oneNodeOnly =
  /^(\w+_send\w*|eth_(new\w*Filter|uninstallFilter|getFilter(Changes|Logs)|(un)?subscribe))$/

/** What a client reads in place of a reply that no sound node would give. */
const nonsense: RpcReply = { error: { code: -32603, message: 'The node gave no sound answer' } }

const made = new WeakMap<Context, ReadonlyMap<CaipNetworkId, Nodes>>()

/**
 * Creates each chain's nodes from the setting's entries, `eip155:1=https://rpc.example`; the first entry of a chain is
 * preferred. If a node fails or answers nonsense the next is called at once; if it is slow the next is called in
 * parallel. The first valid answer wins, within the configured timeout. A node that is behind, rests or is at
 * its limit is called last. An answer that another node may know better wins only if no other node answers.
 *
 * All services of one context share the nodes, and what is known of them.
 */
export function createNodes(context: Context): ReadonlyMap<CaipNetworkId, Nodes> {
  const known = made.get(context)
  if (known !== undefined) return known
  const urls = new Map<CaipNetworkId, string[]>()
  for (const entry of context.settings.chains) {
    const split = entry.indexOf('=')
    const chainId = entry.slice(0, split) as CaipNetworkId
    urls.set(chainId, [...(urls.get(chainId) ?? []), entry.slice(split + 1)])
  }
  const nodes = new Map([...urls].map(([chainId, list]) => [chainId, nodesOf(context, chainId, list)]))
  made.set(context, nodes)
  return nodes
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
  type Node = (typeof nodes)[number]
  const within = settings.rpcTimeoutSeconds * 1_000
  const checks = createNodeChecks(context, chainId, {
    count: nodes.length,
    async ask(index, call, signal) {
      const work = (ended: AbortSignal) => post(settings, urls[index] ?? '', [call], ended)
      // All clients wait for it, so it waits in nobody's line.
      const turn = { client: 'checks of nodes', account: '' }
      const options = { turn, cost: 1, within, signal, hasOther: nodes.length > 1 }
      return (await nodes[index]?.queue.run(work, options))?.[0]
    },
  })
  const clean = (reply: RpcReply): RpcReply =>
    'error' in reply ? { error: { ...reply.error, message: hideSecrets(reply.error.message, urls) } } : reply

  function ask(calls: readonly RpcCall[], signal?: AbortSignal, size?: number): Promise<readonly RpcReply[]> {
    spendCalls(weightOf(calls))
    return new Promise((resolve, reject) => run({ calls, signal, size, resolve, reject }))
  }

  function run({ calls, signal, size, resolve, reject }: Run) {
    const isPatient = calls.some(({ method }) => oneNodeOnly.test(method))
    const isLeftAlone = (index: number) => nodes[index]?.queue.health().until !== undefined
    // What is kept in one node is found only there. The sort is stable.
    const ordered = (isPatient ? [...nodes.keys()] : [...checks.order()])
      .sort((left, right) => Number(isLeftAlone(left)) - Number(isLeftAlone(right)))
      .flatMap((index) => nodes[index] ?? [])
    const turn = currentTurn(context)
    const controller = new AbortController()
    let started = 0
    let running = 0
    /** An answer for the case that no node gives a better one. */
    let spare: readonly RpcReply[] | undefined
    let cancelNext = () => {}
    const giveUp = () => finish('no answer in time')
    const cancelEnd = clock.setTimeout(giveUp, within)
    signal?.addEventListener('abort', giveUp, { once: true })

    function finish(reason: string) {
      const replies = spare
      end(() => (replies === undefined ? reject(new NodeError(reason)) : resolve(replies)))
    }

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
        if (running === 0) finish('no node answered')
        return
      }
      started++
      running++
      const hasOther = started < ordered.length
      if (!isPatient && hasOther) {
        cancelNext = clock.setTimeout(startNext, settings.rpcSlowSeconds * 1_000)
      }
      askNode(node, hasOther).then(
        (replies) => receive(node, replies),
        (error: unknown) => fail(node, error),
      )
    }

    async function askNode(node: Node, hasOther: boolean): Promise<readonly RpcReply[]> {
      await checks.admit(node.number - 1)
      const work = (ended: AbortSignal) =>
        post(settings, node.url, calls, ended, { size, isOneNodeOnly: isPatient })
      const options = { turn, cost: calls.length, within, signal: controller.signal, hasOther }
      return (await node.queue.run(work, options)).map(clean)
    }

    function receive(node: Node, replies: readonly RpcReply[]) {
      if (controller.signal.aborted) return
      const grades = checks.grade(node.number - 1, calls, replies)
      const worst = worstOf(grades)
      if (worst === 'sound') return end(() => resolve(replies))
      // Calls that were carried out must not be sent again for the sake of another one in their list.
      if (isPatient) {
        const known = replies.map((reply, index) => (grades[index] === 'wrong' ? nonsense : reply))
        return end(() => resolve(known))
      }
      if (worst === 'wrong') return fail(node, new NodeError('nonsense'))
      spare ??= replies
      running--
      startNext()
    }

    function fail(node: Node, error: unknown) {
      running--
      if (controller.signal.aborted) return
      // The contract answered too much, not the node: no other node would do better.
      if (size !== undefined && error instanceof ReplyTooLong) return end(() => reject(error))
      // Logs the node's position in the setting, because its address may contain a key.
      const reason = error instanceof NodeError ? error.message : 'failed'
      log.warn('blockchain.nodeFailed', { chain: chainId, node: node.number, reason })
      startNext()
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
