import * as v from 'valibot'
import type { StoredMessage } from '../store/MailboxStore.js'
import type { Call, Method } from './Call.js'
import { batch, messageId, readParams, topic } from './params.js'

/** Most messages and bytes in one answer. */
const pageLength = 100
const pageBytes = 512 * 1024
/** Topics whose cursor is remembered per socket. Above it all start again, which repeats messages but loses none. */
const cursorLimit = 1_000

/** Returns this client's waiting messages on a topic, without subscribing. */
export const fetchMessages: Method = async (call, params) => {
  return { result: await fetch(call, [readParams(v.object({ topic }), params).topic]) }
}

export const batchFetchMessages: Method = async (call, params) => {
  return { result: await fetch(call, readParams(v.object({ topics: batch(topic) }), params).topics) }
}

/** Acknowledges fetched messages. */
export const batchReceive: Method = async ({ connection, store }, params) => {
  const { receipts } = readParams(v.object({ receipts: batch(v.object({ topic, messageId })) }), params)
  store.acknowledge(receipts.map((receipt) => ({ ...receipt, clientId: connection.clientId })))
  return { result: true }
}

/**
 * Returns one page of messages. While `hasMore` is true, the same call on the same socket returns the next page. After
 * the last page it starts again with everything not yet acknowledged, so that a lost answer loses no message.
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
