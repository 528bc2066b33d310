import * as v from 'valibot'
import type { Method } from './Call.js'
import { attestation, batch, message, readParams, tag, topic, ttl } from './params.js'

const publication = v.object({ topic, message, ttl, tag: v.optional(tag, 0), attestation })

/** Stores a message in a topic's mailbox; answered once it is on disk. */
export const publish: Method = async ({ connection, publisher }, params) => {
  await publisher.publish(connection, [readParams(publication, params)])
  return { result: true }
}

/**
 * Stores several messages in their mailboxes, in order. After an error some may have been published: resending the
 * batch is safe, because duplicates are dropped.
 */
export const batchPublish: Method = async ({ connection, publisher }, params) => {
  const { messages } = readParams(v.object({ messages: batch(publication) }), params)
  await publisher.publish(connection, messages)
  return { result: true }
}
