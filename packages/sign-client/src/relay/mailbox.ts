import type { Clock } from '../clock.js'
import { hashOf } from '../crypto/keys.js'
import { fromUtf8 } from '../encoding.js'
import { isRecord } from '../protocol/read.js'
import type { Link } from './link.js'
import { type Push, readPush } from './push.js'

/** Fetches stored messages from a relay that does not deliver them on subscribing, as most do. */
export type Mailbox = {
  /** Requests these topics after a delay: after the relay's own delivery nothing is left to fetch. */
  collect(link: Link, topics: readonly string[]): void
  clear(): void
}

const delay = 2_000
/** Most rounds of one collection, in case a relay always reports more. */
const roundLimit = 20

export function createMailbox({
  clock,
  onPush,
}: {
  readonly clock: Clock
  readonly onPush: (push: Push) => void
}): Mailbox {
  const topics = new Set<string>()
  let cancel = () => {}

  async function fetch(link: Link) {
    const wanted = [...topics].slice(0, 500)
    topics.clear()
    for (let round = 0; round < roundLimit; round++) {
      const answer = await link.call('irn_batchFetchMessages', { topics: wanted })
      const messages = isRecord(answer) && Array.isArray(answer.messages) ? answer.messages : []
      for (const entry of messages) {
        const push = readPush(entry, ({ topic, message }) => {
          const receipts = [{ topic, messageId: hashOf(fromUtf8(message)) }]
          link.call('irn_batchReceive', { receipts }).catch(() => {})
        })
        if (push !== undefined) onPush(push)
      }
      if (!isRecord(answer) || answer.hasMore !== true) return
    }
  }

  return {
    collect(link, more) {
      for (const topic of more) topics.add(topic)
      cancel()
      cancel = clock.setTimeout(() => {
        // Errors are ignored: relays without these methods deliver by themselves.
        fetch(link).catch(() => {})
      }, delay)
    },
    clear() {
      cancel()
      topics.clear()
    },
  }
}
