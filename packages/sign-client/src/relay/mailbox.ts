import type { Clock } from '../clock.js'
import { hashOf } from '../crypto/keys.js'
import { fromUtf8 } from '../encoding.js'
import { isRecord } from '../protocol/read.js'
import type { Link, Push } from './link.js'

/** Fetches what a relay keeps for a topic but did not deliver on subscribing. Most do; this is for those that do not. */
export type Mailbox = {
  /** Asks for these topics, a while from now: after the relay's own delivery, which leaves nothing to fetch. */
  collect(link: Link, topics: readonly string[]): void
  clear(): void
}

const delay = 2_000
/** Rounds of one collection: a relay that always has more must not keep this side busy for ever. */
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
        const { topic, message, publishedAt } = isRecord(entry) ? entry : {}
        if (typeof topic !== 'string' || typeof message !== 'string') continue
        onPush({
          topic,
          message,
          publishedAt: typeof publishedAt === 'number' ? publishedAt : undefined,
          acknowledge() {
            const receipts = [{ topic, messageId: hashOf(fromUtf8(message)) }]
            link.call('irn_batchReceive', { receipts }).catch(() => {})
          },
        })
      }
      if (!isRecord(answer) || answer.hasMore !== true) return
    }
  }

  return {
    collect(link, more) {
      for (const topic of more) topics.add(topic)
      cancel()
      cancel = clock.setTimeout(() => {
        // Best effort: a relay without these methods has delivered by itself.
        fetch(link).catch(() => {})
      }, delay)
    },
    clear() {
      cancel()
      topics.clear()
    },
  }
}
