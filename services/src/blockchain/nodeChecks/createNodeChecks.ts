import { NodeError, type RpcCall, type RpcReply } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Trouble } from '../../shared/health.js'
import type { ChainRules } from './chainRules.js'
import type { Grade } from './gradeReply.js'
import { createHeads, type Head } from './heads.js'

/** How long a node's chain id counts as checked, in milliseconds. A node that gave another one is asked again sooner. */
const checkAge = 300_000
const lieAge = 60_000
/** How often the heads of all nodes are read while the chain is used, in milliseconds. */
const lookInterval = 15_000

/** Checks the nodes of one chain: whether they answer for this chain, keep up with it, and answer in its form. */
export type NodeChecks = {
  /** Reads the heads of all nodes beside a request, if that was long ago. */
  look(): void
  /** Returns whether a node is behind the others, or tells a head that cannot be. */
  isBehind(node: number): boolean
  /**
   * Resolves when the node may be asked.
   *
   * @throws {@link NodeError} if it answers for another chain, or cannot be reached
   */
  admit(node: number): Promise<void>
  /** Grades each of a node's replies, and remembers what they tell of the node. */
  grade(node: number, calls: readonly RpcCall[], replies: readonly RpcReply[]): readonly Grade[]
  /** How many times a node that was trusted has turned out to answer for another chain. */
  lies(): number
}

type Checked = { readonly at: number; readonly isLie: boolean }

type Parameters = {
  readonly count: number
  readonly rules: ChainRules
  /** Sends one call to one node. */
  ask(node: number, call: RpcCall, signal: AbortSignal): Promise<RpcReply | undefined>
}

export function createNodeChecks(
  context: Context,
  chainId: string,
  { count, rules, ask }: Parameters,
): NodeChecks {
  const { settings, clock, log, health } = context
  const heads = createHeads(clock, rules.pace)
  const checked = new Map<number, Checked>()
  const checking = new Map<number, Promise<Checked>>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let lies = 0
  /** Nodes whose newest block is old. */
  const standing = new Map<number, Trouble>()
  for (let node = 0; node < count; node++) health.watch(() => standing.get(node))

  /** Notes a node's newest block; returns whether another node may know better. */
  function noteHead(node: number, head: Head): boolean {
    const { longestPause } = rules
    const seconds = head.time === undefined ? 0 : Math.floor(clock.now() / 1_000) - Number(head.time)
    const isStanding = longestPause !== undefined && seconds > longestPause
    if (head.time !== undefined && isStanding !== standing.has(node)) {
      const [source, since] = [`node ${node + 1}`, new Date(clock.now()).toISOString()]
      if (isStanding) standing.set(node, { chain: chainId, source, state: 'slow', since })
      else standing.delete(node)
      log[isStanding ? 'warn' : 'info']('blockchain.nodeStands', {
        ...{ chain: chainId, node: node + 1, state: isStanding ? 'slow' : 'ok', seconds },
      })
    }
    return heads.note(node, head)
  }

  function settle(node: number, isLie: boolean): Checked {
    if (isLie && checked.get(node)?.isLie !== true)
      log.error('blockchain.wrongChain', { chain: chainId, node: node + 1 })
    if (isLie && checked.get(node)?.isLie === false) lies++
    const state = { at: clock.steadyNow(), isLie }
    checked.set(node, state)
    return state
  }

  async function askOne(node: number, call: RpcCall, seconds: number): Promise<RpcReply | undefined> {
    const controller = new AbortController()
    const cancel = clock.setTimeout(() => controller.abort(), seconds * 1_000)
    try {
      return await ask(node, call, controller.signal)
    } finally {
      cancel()
    }
  }

  async function check(node: number): Promise<Checked> {
    // What is sent goes to one node after the other, so a node that hangs must not use up the time of the next one.
    const { rpcSlowSeconds: slow, rpcTimeoutSeconds: most } = settings
    const seconds = count > 1 ? Math.min(slow, most) : most
    const reply = await askOne(node, rules.idCall, seconds)
    // A node that does not know the method tells no lie.
    if (reply === undefined || 'error' in reply) return settle(node, false)
    const isChain = rules.isChain(reply.result)
    if (isChain === undefined) throw new NodeError('no chain id')
    return settle(node, !isChain)
  }

  async function admit(node: number): Promise<void> {
    const last = checked.get(node)
    const isFresh = last !== undefined && clock.steadyNow() - last.at < (last.isLie ? lieAge : checkAge)
    let work = isFresh ? Promise.resolve(last) : checking.get(node)
    if (work === undefined) {
      work = check(node).finally(() => checking.delete(node))
      checking.set(node, work)
    }
    if ((await work).isLie) throw new NodeError('answers for another chain')
  }

  async function lookAt(node: number): Promise<void> {
    await admit(node)
    const reply = await askOne(node, rules.headCall, settings.rpcTimeoutSeconds)
    const head = reply === undefined ? undefined : rules.headIn(rules.headCall, reply)
    if (head !== undefined) noteHead(node, head)
  }

  /** Reads the heads of all nodes beside the request. A node that fails here fails the request, too. */
  function look(): void {
    if (count < 2 || clock.steadyNow() - lookedAt < lookInterval) return
    lookedAt = clock.steadyNow()
    for (let node = 0; node < count; node++) void lookAt(node).catch(() => undefined)
  }

  return {
    look,
    isBehind: heads.isStale,
    admit,
    lies: () => lies,
    grade: (node, calls, replies) =>
      calls.map((call, index) => {
        const reply = replies[index]
        if (reply === undefined) return 'wrong'
        const head = rules.headIn(call, reply)
        const isBehind = head !== undefined && noteHead(node, head)
        const known = { isStale: heads.isStale(node), isReached: heads.isReached }
        const grade = rules.grade(call, reply, known)
        if (grade === 'wrong' && isIdCall(call)) noteLie(node, reply)
        return grade === 'sound' && isBehind ? 'doubtful' : grade
      }),
  }

  function isIdCall({ method, params = [] }: RpcCall): boolean {
    const { idCall } = rules
    return method === idCall.method && JSON.stringify(params) === JSON.stringify(idCall.params ?? [])
  }

  function noteLie(node: number, reply: RpcReply): void {
    if ('result' in reply && rules.isChain(reply.result) === false) settle(node, true)
  }
}
