import type { CaipNetworkId } from 'latchkey/protocol'
import { type Claim, claimBytes } from '../outbound/byteRoom.js'
import {
  isOfTheClient,
  NodeError,
  noReply,
  ReplyTooLong,
  type RpcCall,
  type RpcReply,
  TooManyBytes,
  type TooManyCalls,
} from '../outbound/post.js'
import { currentTurn, patienceOf, type Turn } from '../outbound/turns.js'
import { queueOf } from '../outbound/upstreams.js'
import type { Context } from '../shared/context.js'
import { spendCalls } from './budget/meter.js'
import { hideInReply } from './hideSecrets.js'
import { createNodeChecks } from './nodeChecks/createNodeChecks.js'
import { worstOf } from './nodeChecks/worstOf.js'
import { eip155Rules, type NodeRules } from './nodeRules.js'
import { urlsOf } from './nodeUrls.js'
import { sendInParts, timeFor } from './sendInParts.js'
import { entryOf } from './settings.js'
import { settleFailure, settleSends } from './settleSends.js'

/** The nodes of one chain, used as one. */
export type Nodes = {
  readonly chainId: CaipNetworkId
  /** Most calls that a node gets at once: a longer list is sent in parts, and fails as a whole. By default no limit. */
  readonly mostAtOnce?: (() => number) | undefined
  /** How many times a node that was trusted has turned out to answer for another chain. By default never. */
  readonly lies?: (() => number) | undefined
  /**
   * Returns replies in the order of the calls; a node's own error is a reply.
   *
   * @param size Longest answer to all calls together, in bytes. For calls to contracts that strangers name.
   * @param claim Counts the answer's bytes until its owner releases it; by default until this resolves.
   * @throws {@link NodeError} if no node answered in time; {@link ReplyTooLong} where the answer is longer than `size`;
   *   {@link TooManyBytes} where the client's answers hold too much at once; {@link TooManyCalls} where its own calls
   *   keep a node from being asked
   */
  ask(
    calls: readonly RpcCall[],
    signal?: AbortSignal | undefined,
    size?: number | undefined,
    claim?: Claim | undefined,
  ): Promise<readonly RpcReply[]>
}

/** Most HTTP requests that one node gets at once. */
const requestsAtOnce = 50

/** What a client reads in place of a reply that no sound node would give. */
const nonsense = noReply('The node gave no sound answer')

/** Longest answer to a look-up of a sent transaction, and to each sent one, in bytes. */
const knownSize = 512 * 1024
const sendSize = 16 * 1024
/** For answers so short that a client reads them even where its answers hold all the bytes that it may have. */
const uncounted: Claim = { take: () => true, release: () => undefined }

const made = new WeakMap<Context, ReadonlyMap<CaipNetworkId, Nodes>>()

/**
 * Creates each chain's nodes from the setting's entries, `eip155:1=https://rpc.example`; the first entry of a chain is
 * preferred. If a node fails or answers nonsense the next is called at once; if it is slow the next is called in
 * parallel. The first valid answer wins, within the configured timeout. A node that is behind, slow, rests or is at
 * its limit is called last, until a check of it succeeds. An answer that another node may know better wins only if no other node answers.
 *
 * All services of one context share the nodes, and what is known of them.
 */
export function createNodes(context: Context): ReadonlyMap<CaipNetworkId, Nodes> {
  const known = made.get(context)
  if (known !== undefined) return known
  const urls = urlsOf(context, (namespace) => namespace === 'eip155')
  const nodes = new Map(
    [...urls].map(([chainId, list]) => [chainId, nodesOf(context, chainId, list, eip155Rules(chainId))]),
  )
  made.set(context, nodes)
  return nodes
}

/** Creates the nodes of one chain, which are asked by its family's rules. */
export function nodesOf(
  context: Context,
  chainId: CaipNetworkId,
  urls: readonly string[],
  rules: NodeRules,
): Nodes {
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
    rules: rules.checks,
    async ask(index, call, signal) {
      const work = (ended: AbortSignal) => rules.post(settings, urls[index] ?? '', [call], ended)
      // All clients wait for it, so it waits in nobody's line.
      const turn = { client: 'checks of nodes', account: '' }
      const options = { turn, cost: 1, within, signal, hasOther: nodes.length > 1 }
      return (await nodes[index]?.queue.run(work, options))?.[0]
    },
  })
  async function ask(
    calls: readonly RpcCall[],
    signal?: AbortSignal,
    size?: number,
    given?: Claim,
  ): Promise<readonly RpcReply[]> {
    spendCalls(rules.weightOf(calls))
    const turn = currentTurn(context)
    const claim = given ?? claimBytes(context, turn)
    try {
      const answered = new Promise<Answer>((resolve, reject) =>
        run({ calls, signal, size, claim, turn, resolve, reject }),
      )
      if (!calls.some(rules.isSend)) return (await answered).replies
      const options = { isKnown: (id: string) => isKnown(id, signal), rules: rules.sends }
      return await answered.then(
        ({ replies, isAgain }) => settleSends(calls, replies, { ...options, isAgain }),
        (failure: NodeError) => settleFailure(calls, failure, options),
      )
    } finally {
      if (given === undefined) claim.release()
    }
  }

  /** Gives up soon: the client has waited for its transaction already. */
  async function isKnown(id: string, signal: AbortSignal | undefined): Promise<boolean> {
    const late = new AbortController()
    const cancel = clock.setTimeout(() => late.abort(), 2 * settings.rpcSlowSeconds * 1_000)
    const both = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
    try {
      const [reply] = await ask([rules.lookUp(id)], both, knownSize, uncounted)
      return rules.isKnownBy(reply, id)
    } catch {
      return false
    } finally {
      cancel()
    }
  }

  /** Whoever hung is asked last until it answers a check in time; so is whoever is behind, and then whoever rests. */
  function inOrder(calls: readonly RpcCall[]): readonly Node[] {
    checks.look()
    const isKept = calls.some(rules.isKept)
    const troubleOf = ({ number, queue }: Node) => {
      const { state, until } = queue.health()
      // What is kept in one node is found only there.
      const ofOthers = isKept ? 0 : 2 * Number(checks.isBehind(number - 1)) + Number(state !== 'ok')
      return 4 * Number(until !== undefined) + ofOthers
    }
    const troubles = new Map(nodes.map((node) => [node, troubleOf(node)]))
    // The sort is stable.
    return [...nodes].sort((left, right) => (troubles.get(left) ?? 0) - (troubles.get(right) ?? 0))
  }

  function run({ calls, signal, size, claim, turn, resolve, reject }: Run) {
    const isPatient = calls.some(rules.isPatient)
    const ordered = inOrder(calls)
    // A long list takes its time at the rate of a slow node.
    const more = Math.max(...nodes.map(({ queue }) => timeFor(calls, queue.rate())))
    const controller = new AbortController()
    let started = 0
    let running = 0
    let isOver = false
    /** The nodes that answered; each other one may have carried out the calls. */
    let replied = 0
    /** An answer for the case that no node gives a better one. */
    let spare: readonly RpcReply[] | undefined
    /** A node was not asked because of the client's other calls. */
    let crowded: TooManyCalls | undefined
    let cancelNext = () => {}
    const giveUp = () => finish('no answer in time')
    const cancelEnd = clock.setTimeout(giveUp, within + more + patienceOf(turn))
    signal?.addEventListener('abort', giveUp, { once: true })

    function finish(reason: string) {
      const replies = spare
      end(() => (replies === undefined ? reject(crowded ?? new NodeError(reason)) : answer(replies)))
    }

    function answer(replies: readonly RpcReply[]) {
      resolve({ replies, isAgain: started > replied })
    }

    function end(settle: () => void) {
      cancelEnd()
      cancelNext()
      signal?.removeEventListener('abort', giveUp)
      settle()
      isOver = true
      if (running > 0) controller.abort()
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
        const startOther = () => {
          node.queue.hung()
          startNext()
        }
        cancelNext = clock.setTimeout(startOther, settings.rpcSlowSeconds * 1_000 + more)
      }
      askNode(node, hasOther).then(
        (replies) => receive(node, replies),
        (error: unknown) => {
          running--
          if (!isOver) fail(node, error)
        },
      )
    }

    async function askNode(node: Node, hasOther: boolean): Promise<readonly RpcReply[]> {
      await checks.admit(node.number - 1)
      const send = (part: readonly RpcCall[], signal: AbortSignal) => {
        const share = size === undefined ? undefined : Math.ceil((size * part.length) / calls.length)
        const options = calls.every(rules.isSend)
          ? { size: sendSize * part.length, claim: uncounted }
          : { size: share, claim }
        const work = (ended: AbortSignal) =>
          rules.post(settings, node.url, part, ended, { ...options, isOneNodeOnly: isPatient })
        return node.queue.run(work, { turn, cost: part.length, within: within + more, signal, hasOther })
      }
      const { signal } = controller
      const options = { rate: node.queue.rate(), signal, isOneNodeOnly: isPatient, send }
      return (await sendInParts(calls, options)).map((reply) => hideInReply(reply, urls))
    }

    function receive(node: Node, replies: readonly RpcReply[]) {
      running--
      if (isOver) return
      const grades = checks.grade(node.number - 1, calls, replies)
      const worst = worstOf(grades)
      // Signed transactions may be sent again: they do the same wherever they arrive, and only once.
      const isRepeatable = !isPatient || calls.every(rules.isSend)
      if (!isRepeatable || worst !== 'wrong') replied++
      if (worst === 'sound') return end(() => answer(replies))
      const known = replies.map((reply, index) => (grades[index] === 'wrong' ? nonsense : reply))
      // Other calls that were carried out must not be sent again for the sake of another one in their list.
      if (!isRepeatable) return end(() => answer(known))
      if (isPatient) spare ??= known
      if (worst === 'wrong') {
        // The next calls go to another node first, until this one answers a check.
        node.queue.hung()
        return fail(node, new NodeError('nonsense'))
      }
      spare ??= replies
      startNext()
    }

    function fail(node: Node, error: unknown) {
      // The contract answered too much, not the node: no other node would do better.
      if (size !== undefined && error instanceof ReplyTooLong) return end(() => reject(error))
      if (error instanceof TooManyBytes) return end(() => reject(error))
      // Of calls that another node may have carried out, a client must not hear that it may try again.
      if (isOfTheClient(error) && !isPatient) crowded = error
      // Logs the node's position in the setting, because its address may contain a key.
      const reason = error instanceof NodeError ? error.message : 'failed'
      log.warn('blockchain.nodeFailed', { chain: chainId, node: node.number, reason })
      startNext()
    }

    if (signal?.aborted === true) giveUp()
    else startNext()
  }
  return {
    chainId,
    ask,
    mostAtOnce: () => Math.min(...nodes.map(({ queue }) => queue.rate())),
    lies: checks.lies,
  }
}

/** `isAgain`: a node other than the one that replied may have carried out the calls. */
type Answer = { readonly replies: readonly RpcReply[]; readonly isAgain: boolean }

type Run = {
  readonly calls: readonly RpcCall[]
  readonly signal: AbortSignal | undefined
  readonly size: number | undefined
  readonly claim: Claim
  readonly turn: Turn
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: NodeError) => void
}
