import * as v from 'valibot'
import type { StoredMessage } from '../store/MailboxStore.js'
import type { Call, Method } from './Call.js'
import { batch, messageId, readParams, topic } from './params.js'

/** Most messages and bytes of one answer. */
const pageLength = 100
const pageBytes = 512 * 1024
/** Topics whose place is remembered for a socket; beyond it all start anew, which repeats messages and loses none. */
const cursorLimit = 1_000

/** What waits for this client on a topic, without a subscription. */
export const fetchMessages: Method = async (call, params) => {
  return { result: await fetch(call, [readParams(v.object({ topic }), params).topic]) }
}

export const batchFetchMessages: Method = async (call, params) => {
  return { result: await fetch(call, readParams(v.object({ topics: batch(topic) }), params).topics) }
}

/** Acknowledges messages that the client has got by fetching. */
export const batchReceive: Method = async ({ connection, store }, params) => {
  const { receipts } = readParams(v.object({ receipts: batch(v.object({ topic, messageId })) }), params)
  store.acknowledge(receipts.map((receipt) => ({ ...receipt, clientId: connection.clientId })))
  return { result: true }
}

/**
 * One page of messages. While `hasMore`, the same call on the same socket brings the next page; after the last one it
 * starts anew with everything that is still not acknowledged, so that a lost answer loses no message.
 */
async function fetch({ connection, store }: Call, topics: readonly string[]) {
  const { clientId, fetchCursors } = connection
  const found: StoredMessage[] = []
  let bytes = 0
  let hasMore = false
  for (const one of topics) {
    const after = fetchCursors.get(one) ?? 0
    const room = { limit: bytes < pageBytes ? pageLength - found.length : 0, bytes: pageBytes - bytes }
    const page = await store.pending({ topic: one, clientId, after, ...room })
    const last = page.at(-1)?.position ?? after
    found.push(...page)
    bytes += page.reduce((sum, { message }) => sum + message.length, 0)
    fetchCursors.set(one, last)
    const next = await store.pending({ topic: one, clientId, after: last, limit: 1, bytes: 1 })
    hasMore = next.length > 0
    if (hasMore) break
  }
  if (!hasMore) for (const one of topics) fetchCursors.delete(one)
  if (fetchCursors.size > cursorLimit) fetchCursors.clear()
  return { messages: found.map(toFetched), hasMore }
}

function toFetched({ topic, message, publishedAt, tag, attestation }: StoredMessage) {
  return { topic, message, publishedAt, tag, attestation }
}
