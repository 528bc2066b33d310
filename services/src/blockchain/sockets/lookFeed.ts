import { createTally, type Holder } from '../../outbound/createTally.js'
import { NodeError, ReplyTooLong } from '../../outbound/post.js'
import type { Clock } from '../../shared/clock.js'
import type { Log } from '../../shared/log.js'
import type { FamilySockets, State, Topic } from '../families/FamilySockets.js'
import type { Nodes } from '../nodes.js'
import { SubscriptionError } from './SubscriptionError.js'

/** Accounts and entries that are looked at on one chain; clients share them. */
const followedLimit = 500
/** Longest state of a topic, in characters, and longest answers to the first look at it and to those at all topics. */
const stateSize = 64 * 1024
const firstSize = 2 * stateSize
const answerSize = 8 * 1024 * 1024
/** Looks in a row that may fail, and that may find an older state than the one before. */
const patience = 10
const olderLimit = 30

export type Hearing = {
  readonly topic: Topic
  readonly holder: Holder
  onTold(result: unknown): void
  /** The subscription is over: it is fulfilled. */
  onOver(): void
  /** The topic cannot be followed any more: what happens from now on is lost. */
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

type Entry = {
  readonly topic: Topic
  readonly hearings: Set<Hearing>
  /** The listener for whom the topic counts. */
  payer: Hearing
  state: State
  /** Looks in a row that found an older state. */
  older: number
}

type Found = State | 'too long'

/** Looks at a chain for all its subscribers as long as there are some: equal topics cost one look. */
export function createLookFeed({ sockets, nodes, clock, log, interval }: Parameters): LookFeed {
  const known = new Map<string, Entry>()
  const followed = createTally(followedLimit)
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
      const entries = [...known.values()]
      const topics = entries.map(({ topic }) => topic)
      const found = await lookAt(topics, answerSize)
      failures = 0
      for (const entry of entries) receive(entry, found.get(entry.topic.key))
    } catch (error) {
      const reason = error instanceof NodeError ? error.message : 'failed'
      log.debug('blockchain.lookFailed', { chain: nodes.chainId, reason })
      if (++failures >= patience) loseAll()
    } finally {
      isLooking = false
      plan()
    }
  }

  /** Looks at topics, in smaller parts where the answer is too long, so that a long state harms no other topic. */
  async function lookAt(topics: readonly Topic[], size: number): Promise<ReadonlyMap<string, Found>> {
    try {
      const states = await sockets.look((calls) => nodes.ask(calls, undefined, size), topics)
      return new Map([...states].map(([key, state]) => [key, bounded(state)] as const))
    } catch (error) {
      const [first] = topics
      if (!(error instanceof ReplyTooLong) || first === undefined) throw error
      if (topics.length === 1) return new Map([[first.key, 'too long']])
    }
    const middle = Math.ceil(topics.length / 2)
    const before = await lookAt(topics.slice(0, middle), size)
    return new Map([...before, ...(await lookAt(topics.slice(middle), size))])
  }

  function receive(entry: Entry, found: Found | undefined): void {
    if (found === undefined) return
    if (found === 'too long') return lose(entry)
    const { state: before, hearings } = entry
    // It comes from a node that is behind the one that was asked before.
    if (found.at < before.at) {
      if (++entry.older >= olderLimit) lose(entry)
      return
    }
    entry.older = 0
    entry.state = found
    if (found.text === before.text) return
    for (const hearing of [...hearings]) tell(hearing, before.value, found.value)
  }

  function tell(hearing: Hearing, before: unknown, now: unknown): void {
    const { results, isOver } = hearing.topic.tell(before, now)
    for (const result of results) hearing.onTold(result)
    if (isOver !== true) return
    remove(hearing)
    hearing.onOver()
  }

  function lose(entry: Entry): void {
    if (known.get(entry.topic.key) !== entry) return
    const lost = [...entry.hearings]
    end(entry)
    for (const hearing of lost) hearing.onLost()
  }

  function loseAll(): void {
    failures = 0
    for (const entry of [...known.values()]) lose(entry)
  }

  function end({ topic, payer }: Entry): void {
    known.delete(topic.key)
    followed.remove(payer.holder, topic.weight)
  }

  function remove(hearing: Hearing): void {
    const entry = known.get(hearing.topic.key)
    if (entry?.hearings.delete(hearing) !== true) return
    const [next] = entry.hearings
    if (next === undefined) end(entry)
    else if (entry.payer === hearing) {
      followed.remove(hearing.holder, hearing.topic.weight)
      followed.add(next.holder, hearing.topic.weight)
      entry.payer = next
    }
    if (known.size > 0 || cancel === undefined) return
    cancel()
    cancel = undefined
  }

  /** Reserves what a topic counts, and looks at it for the first time. */
  async function begin({ topic, holder }: Hearing): Promise<State> {
    const { key, weight } = topic
    if (weight > 0 && (!followed.hasRoom(holder) || followed.free() < weight))
      throw new SubscriptionError('Too much is subscribed to on this chain', -32005)
    followed.add(holder, weight)
    try {
      const state = (await lookAt([topic], firstSize)).get(key)
      if (state === undefined) throw new NodeError('no sound answer')
      if (state === 'too long')
        throw new SubscriptionError(`This service follows nothing longer than ${stateSize} characters`)
      return state
    } catch (error) {
      followed.remove(holder, weight)
      throw error
    }
  }

  return {
    async add(hearing) {
      const { topic, holder } = hearing
      let entry = known.get(topic.key)
      if (entry === undefined) {
        const state = await begin(hearing)
        entry = known.get(topic.key)
        // Somebody else's first look was faster.
        if (entry !== undefined) followed.remove(holder, topic.weight)
        entry ??= { topic, hearings: new Set(), payer: hearing, state, older: 0 }
        known.set(topic.key, entry)
      }
      entry.hearings.add(hearing)
      tell(hearing, undefined, entry.state.value)
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

function bounded(state: State): Found {
  return state.text.length > stateSize ? 'too long' : state
}
