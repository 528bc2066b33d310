import { NodeError } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import type { Log } from '../../shared/log.js'
import type { FamilySockets, Topic } from '../families/FamilySockets.js'
import type { Nodes } from '../nodes.js'
import { SubscriptionError } from './SubscriptionError.js'

/** Different topics that are looked at on one chain. */
const topicLimit = 500
/** Looks in a row that may fail. */
const patience = 10

export type Hearing = {
  readonly topic: Topic
  onTold(result: unknown): void
  /** The subscription is over: it is fulfilled. */
  onOver(): void
  /** The nodes were away for too long: what happened meanwhile is lost. */
  onLost(): void
}

export type LookFeed = {
  /** Adds a listener, who hears of what changes after the first look. Throws `NodeError`, `SubscriptionError`. */
  add(hearing: Hearing): Promise<void>
  remove(hearing: Hearing): void
  close(): void
}

type Parameters = {
  readonly sockets: FamilySockets
  readonly nodes: Pick<Nodes, 'ask' | 'chainId'>
  readonly clock: Clock
  readonly log: Log
  /** In milliseconds. */
  readonly interval: number
}

/** Looks at a chain for all its subscribers as long as there are some: equal topics cost one look. */
export function createLookFeed({ sockets, nodes, clock, log, interval }: Parameters): LookFeed {
  const known = new Map<string, { state: unknown; readonly topic: Topic; readonly hearings: Set<Hearing> }>()
  let cancel: (() => void) | undefined
  let isLooking = false
  let failures = 0
  let isClosed = false

  function plan(): void {
    if (cancel !== undefined || isLooking || isClosed || known.size === 0) return
    cancel = clock.setTimeout(() => {
      cancel = undefined
      void lookAtAll()
    }, interval)
  }

  async function lookAtAll(): Promise<void> {
    isLooking = true
    try {
      const entries = [...known]
      const states = await sockets.look(
        nodes.ask,
        entries.map(([, { topic }]) => topic),
      )
      failures = 0
      for (const [key, entry] of entries) {
        if (!states.has(key)) continue
        const before = entry.state
        entry.state = states.get(key)
        for (const hearing of [...entry.hearings]) tell(hearing, before, entry.state)
      }
    } catch (error) {
      const reason = error instanceof NodeError ? error.message : 'failed'
      log.debug('blockchain.lookFailed', { chain: nodes.chainId, reason })
      if (++failures >= patience) loseAll()
    } finally {
      isLooking = false
      plan()
    }
  }

  function tell(hearing: Hearing, before: unknown, now: unknown): void {
    const { results, isOver } = hearing.topic.tell(before, now)
    for (const result of results) hearing.onTold(result)
    if (isOver !== true) return
    remove(hearing)
    hearing.onOver()
  }

  function loseAll(): void {
    const lost = [...known.values()].flatMap(({ hearings }) => [...hearings])
    known.clear()
    failures = 0
    for (const hearing of lost) hearing.onLost()
  }

  function remove(hearing: Hearing): void {
    const entry = known.get(hearing.topic.key)
    entry?.hearings.delete(hearing)
    if (entry?.hearings.size === 0) known.delete(hearing.topic.key)
    if (known.size > 0 || cancel === undefined) return
    cancel()
    cancel = undefined
  }

  return {
    async add(hearing) {
      const { topic } = hearing
      const { key } = topic
      if (!known.has(key) && known.size >= topicLimit)
        throw new SubscriptionError('Too much is subscribed to on this chain', -32005)
      let entry = known.get(key)
      if (entry === undefined) {
        const states = await sockets.look(nodes.ask, [topic])
        if (!states.has(key)) throw new NodeError('no sound answer')
        entry = known.get(key) ?? { state: states.get(key), topic, hearings: new Set() }
        known.set(key, entry)
      }
      entry.hearings.add(hearing)
      tell(hearing, undefined, entry.state)
      plan()
    },
    remove,
    close() {
      isClosed = true
      cancel?.()
      known.clear()
    },
  }
}
