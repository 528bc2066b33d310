import * as v from 'valibot'
import { RelayError } from '../rpc/RelayError.js'
import type { Subscription } from '../subscription.js'
import type { Method } from './Call.js'
import { batch, readParams, topic } from './params.js'

/** Delivers a topic's messages to this socket: waiting messages right after the answer, then new ones. */
export const subscribe: Method = async ({ connection, subscriptions, prefix }, params) => {
  const subscription = subscriptions.add(connection, readParams(v.object({ topic }), params).topic, prefix)
  return { result: subscription.id, afterwards: subscription.start }
}

/** Subscribes to all topics or to none. */
export const batchSubscribe: Method = async ({ connection, subscriptions, prefix }, params) => {
  const { topics } = readParams(v.object({ topics: batch(topic) }), params)
  const added = subscriptions.addAll(connection, topics, prefix)
  return { result: added.map(({ id }) => id), afterwards: () => startAll(added) }
}

/** Like {@link batchSubscribe}, with one answer per topic: `{ id }` or `{ error }`. */
export const batchSubscribeBlocking: Method = async ({ connection, subscriptions, prefix }, params) => {
  const { topics } = readParams(v.object({ topics: batch(topic) }), params)
  const added: Subscription[] = []
  const result = topics.map((one) => {
    try {
      const subscription = subscriptions.add(connection, one, prefix)
      added.push(subscription)
      return { id: subscription.id }
    } catch (error) {
      if (!(error instanceof RelayError)) throw error
      return { error: { code: error.code, message: error.message, data: error.tag } }
    }
  })
  return { result, afterwards: () => startAll(added) }
}

/** Subscribes to a topic that the caller has just generated. */
export const createTopic: Method = async (call, params) => {
  const { afterwards } = await subscribe(call, params)
  return { result: true, afterwards }
}

/** Ends deliveries to this socket. Uses only the topic, because clients make up their own subscription ids. */
export const unsubscribe: Method = async ({ connection, subscriptions }, params) => {
  subscriptions.remove(connection, readParams(v.object({ topic }), params).topic)
  return { result: true }
}

export const batchUnsubscribe: Method = async (call, params) => {
  const schema = v.object({ subscriptions: batch(v.object({ topic })) })
  for (const entry of readParams(schema, params).subscriptions) {
    call.subscriptions.remove(call.connection, entry.topic)
  }
  return { result: true }
}

function startAll(subscriptions: readonly Subscription[]): void {
  for (const { start } of subscriptions) start()
}
