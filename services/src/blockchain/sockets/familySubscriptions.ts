import * as v from 'valibot'
import type { Holder, Tally } from '../../outbound/createTally.js'
import type { RpcCall } from '../../outbound/post.js'
import type { FamilySockets } from '../families/FamilySockets.js'
import type { Hearing, LookFeed } from './lookFeed.js'
import { SubscriptionError } from './SubscriptionError.js'
import type { Subscriptions } from './subscriptions.js'

/** Longest name of a method that is looked at. */
const nameSize = 100

type Parameters = {
  readonly sockets: FamilySockets
  readonly feed: LookFeed
  readonly holder: Holder
  /** Counts the subscriptions of the whole chain; clients share them. */
  readonly places: Tally
  readonly limit: number
  /** Sends a notification. */
  send(method: string, id: string | number, result: unknown): void
  /** Passes a request on to the nodes, as if the client had sent it by itself. */
  pass(call: RpcCall): Promise<unknown>
  onLost(): void
}

const refusalSchema = v.object({
  error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
})

/** Keeps the subscriptions of one socket to a chain of another family than eip155. */
export function createFamilySubscriptions(parameters: Parameters): Subscriptions {
  const { sockets, feed, holder, places, limit, send, pass, onLost } = parameters
  const known = new Map<string | number, Hearing>()
  /** Notifications of subscriptions whose id the client has not been sent. */
  const early = new Map<string | number, (() => void)[]>()
  let starting = 0
  let isOver = false

  function drop(id: string | number): boolean {
    const hearing = known.get(id)
    if (hearing === undefined) return false
    known.delete(id)
    feed.remove(hearing)
    places.remove(holder)
    return true
  }

  /** Passes on what a topic sends. @throws `SubscriptionError` with the node's refusal */
  async function passOn(call: RpcCall): Promise<void> {
    const answer = await pass(call)
    if (!v.is(refusalSchema, answer)) return
    const { message, code, data } = answer.error
    throw new SubscriptionError(message, code, data)
  }

  return {
    isOwn: ({ method }) => method.length <= nameSize && (isBeginning(method) || sockets.isEnd(method)),
    isEnd: ({ method }) => sockets.isEnd(method),
    async subscribe(call) {
      if (known.size + starting >= limit)
        throw new SubscriptionError(`More than ${limit} subscriptions on one connection`, -32005)
      const topic = sockets.topicOf(call)
      if (topic === undefined)
        throw new SubscriptionError('This service does not know this subscription', -32601)
      if (!places.hasRoom(holder)) throw new SubscriptionError('Too many subscriptions', -32005)
      const id = sockets.newId()
      const waiting: (() => void)[] = []
      const hearing: Hearing = {
        topic,
        holder,
        onTold(result) {
          const tell = () => send(topic.notification, id, result)
          if (early.has(id)) waiting.push(tell)
          else tell()
        },
        onOver: () => void drop(id),
        onLost,
      }
      places.add(holder)
      starting++
      early.set(id, waiting)
      known.set(id, hearing)
      try {
        await feed.add(hearing)
        if (topic.sent !== undefined && !isOver) await passOn(topic.sent)
      } catch (error) {
        early.delete(id)
        drop(id)
        throw error
      } finally {
        starting--
      }
      if (isOver) drop(id)
      // It may have ended before the feed knew it, when there was nothing to remove.
      if (!known.has(id)) feed.remove(hearing)
      return id
    },
    start(id) {
      const waiting = early.get(id) ?? []
      early.delete(id)
      for (const tell of waiting) tell()
    },
    unsubscribe({ params }) {
      const [id] = Array.isArray(params) ? params : []
      early.delete(id)
      return drop(id)
    },
    size: () => known.size + starting,
    clear() {
      isOver = true
      for (const id of [...known.keys()]) drop(id)
    },
  }
}

/** Whether a method begins a subscription in one of the families, whether this service has that subscription or not. */
function isBeginning(method: string): boolean {
  return (
    ['_subscribe', '_submitAndWatch'].some((part) => method.includes(part)) || method.endsWith('Subscribe')
  )
}
