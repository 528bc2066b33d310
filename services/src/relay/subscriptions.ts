import { createHash } from 'node:crypto'
import type { Connection } from './connection.js'
import { RelayError } from './rpc/RelayError.js'
import type { MailboxStore, StoredMessage } from './store/MailboxStore.js'
import { createSubscription, type Subscription } from './subscription.js'

/** The subscriptions of all sockets. */
export type Subscriptions = {
  /** Adds a topic to a socket; a repeated call returns the existing subscription. */
  add(connection: Connection, topic: string, prefix: string): Subscription
  /** Adds all topics, or none if they exceed the limit. */
  addAll(connection: Connection, topics: readonly string[], prefix: string): readonly Subscription[]
  remove(connection: Connection, topic: string): void
  removeAll(connection: Connection): void
  /** Offers a newly stored message to all subscriptions of its topic. */
  deliver(message: StoredMessage): void
}

export function createSubscriptions({
  store,
  onReadFailure,
}: {
  readonly store: MailboxStore
  readonly onReadFailure: (error: unknown) => void
}): Subscriptions {
  const byTopic = new Map<string, Set<Subscription>>()
  // Sockets per client and topic: tabs that share a client id share its limit.
  const byClient = new Map<string, Map<string, number>>()

  function add(connection: Connection, topic: string, prefix: string): Subscription {
    const known = connection.subscriptions.get(topic)
    if (known !== undefined) return known
    checkLimit(connection, [topic])
    const { clientId } = connection
    const subscription: Subscription = createSubscription({
      topic,
      clientId,
      // The id that the official client computes for itself.
      id: createHash('sha256')
        .update(topic + clientId)
        .digest('hex'),
      method: `${prefix}_subscription`,
      store,
      push: (message) => connection.push(subscription, message),
      isCongested: connection.isCongested,
      onWait(error) {
        connection.waiting.add(subscription)
        if (error !== undefined) onReadFailure(error)
      },
    })
    connection.subscriptions.set(topic, subscription)
    entry(byTopic, topic, () => new Set<Subscription>()).add(subscription)
    const topics = entry(byClient, clientId, () => new Map<string, number>())
    topics.set(topic, (topics.get(topic) ?? 0) + 1)
    return subscription
  }

  function checkLimit({ clientId, limits }: Connection, topics: readonly string[]): void {
    const known = byClient.get(clientId)
    const fresh = new Set(topics.filter((topic) => known?.has(topic) !== true))
    if ((known?.size ?? 0) + fresh.size > limits.topics) {
      throw new RelayError('SubscriberLimitExceeded', { detail: `at most ${limits.topics} topics` })
    }
  }

  function remove({ clientId, subscriptions, waiting }: Connection, topic: string): void {
    const subscription = subscriptions.get(topic)
    if (subscription === undefined) return
    subscription.stop()
    subscriptions.delete(topic)
    waiting.delete(subscription)
    const watchers = byTopic.get(topic)
    watchers?.delete(subscription)
    if (watchers?.size === 0) byTopic.delete(topic)
    const topics = byClient.get(clientId)
    const count = topics?.get(topic) ?? 0
    if (count > 1) topics?.set(topic, count - 1)
    else topics?.delete(topic)
    if (topics?.size === 0) byClient.delete(clientId)
  }

  return {
    add,
    addAll(connection, topics, prefix) {
      checkLimit(connection, topics)
      return topics.map((topic) => add(connection, topic, prefix))
    },
    remove,
    removeAll(connection) {
      for (const topic of [...connection.subscriptions.keys()]) remove(connection, topic)
    },
    deliver(message) {
      for (const subscription of byTopic.get(message.topic) ?? []) subscription.offer(message)
    },
  }
}

function entry<key, value>(map: Map<key, value>, key: key, create: () => value): value {
  const found = map.get(key)
  if (found !== undefined) return found
  const created = create()
  map.set(key, created)
  return created
}
