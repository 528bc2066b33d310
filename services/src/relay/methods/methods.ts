import type { Method } from './Call.js'
import { batchFetchMessages, batchReceive, fetchMessages } from './fetch.js'
import { batchPublish, publish } from './publish.js'
import { approveSession, proposeSession } from './session.js'
import {
  batchSubscribe,
  batchSubscribeBlocking,
  batchUnsubscribe,
  createTopic,
  subscribe,
  unsubscribe,
} from './subscribe.js'

/** The methods with a prefix: `irn_publish`, and under older names `iridium_publish` and `waku_publish`. */
const prefixed = new Map<string, Method>([
  ['publish', publish],
  ['batchPublish', batchPublish],
  ['subscribe', subscribe],
  // A subscription is active before it is answered, which is what "blocking" requests.
  ['subscribeBlocking', subscribe],
  ['batchSubscribe', batchSubscribe],
  ['batchSubscribeBlocking', batchSubscribeBlocking],
  ['unsubscribe', unsubscribe],
  ['batchUnsubscribe', batchUnsubscribe],
  ['fetchMessages', fetchMessages],
  ['batchFetchMessages', batchFetchMessages],
  ['batchReceive', batchReceive],
])

const composite = new Map<string, Method>([
  ['wc_createTopic', createTopic],
  ['wc_proposeSession', proposeSession],
  ['wc_approveSession', approveSession],
])

/** Returns the method that a request names, and the prefix for its pushes. */
export function findMethod(name: string): { readonly method: Method; readonly prefix: string } | undefined {
  const [, prefix = 'irn', rest] = /^(irn|iridium|waku)_(.*)$/.exec(name) ?? []
  const method = rest === undefined ? composite.get(name) : prefixed.get(rest)
  return method && { method, prefix }
}
