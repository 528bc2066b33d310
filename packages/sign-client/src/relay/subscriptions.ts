/**
 * The topics that the client subscribes to, and the subscriptions on the current link (WalletConnect specs, "Relay
 * RPC", `irn_subscribe` and related methods).
 */
import type { Clock } from '../clock.js'
import type { Identity } from '../crypto/identity.js'
import { hashOf } from '../crypto/keys.js'
import { fromUtf8 } from '../encoding.js'
import { isSignError, type SignError } from '../SignError.js'
import { backOff } from './backOff.js'
import type { Link } from './link.js'
import { createMailbox } from './mailbox.js'
import type { Push } from './push.js'

export type Subscriptions = {
  readonly size: number
  /** Sets the subscribed topics. */
  set(topics: Iterable<string>): void
  /** Subscribes to all topics again on a new link. */
  restore(link: Link): void
  /** Forgets the closed link. */
  reset(): void
  /**
   * Probes the relay by subscribing again, which is harmless and delivers waiting messages. A link without an answer
   * within seconds is dropped.
   */
  probe(): void
}

export declare namespace createSubscriptions {
  type Parameters = {
    readonly clock: Clock
    readonly identity: () => Promise<Identity>
    readonly ask: (
      link: Link,
      method: string,
      params: unknown,
      patience?: number | undefined,
    ) => Promise<unknown>
    readonly onPush: (push: Push) => void
    /** Called when the relay refuses a subscription, which will be retried. */
    readonly onTrouble: (error: SignError) => void
  }
}

const probePatience = 3_000
/** The relay's limit for one batch. */
const batchLimit = 500

export function createSubscriptions(parameters: createSubscriptions.Parameters): Subscriptions {
  const { clock, identity, ask, onPush, onTrouble } = parameters
  const wanted = new Set<string>()
  const asked = new Set<string>()
  const mailbox = createMailbox({ clock, onPush })
  let link: Link | undefined
  let isProbing = false
  let failures = 0
  let cancelRetry = () => {}

  function subscribe() {
    const topics = [...wanted].filter((topic) => !asked.has(topic))
    for (let start = 0; start < topics.length; start += batchLimit) {
      if (link !== undefined) subscribeBatch(link, topics.slice(start, start + batchLimit))
    }
  }

  function subscribeBatch(present: Link, topics: readonly string[]) {
    for (const topic of topics) asked.add(topic)
    askFor(present, topics).then(
      () => {
        failures = 0
        mailbox.collect(present, topics)
      },
      (error: unknown) => {
        if (!isSignError(error) || present !== link) return
        for (const topic of topics) asked.delete(topic)
        cancelRetry()
        cancelRetry = clock.setTimeout(subscribe, 1_000 + backOff(failures++))
        onTrouble(error)
      },
    )
  }

  function askFor(present: Link, topics: readonly string[], patience?: number | undefined): Promise<unknown> {
    return topics.length === 1
      ? ask(present, 'irn_subscribe', { topic: topics[0] }, patience)
      : ask(present, 'irn_batchSubscribe', { topics }, patience)
  }

  async function unsubscribe(present: Link, topic: string) {
    try {
      const { clientId } = await identity()
      await ask(present, 'irn_unsubscribe', { topic, id: hashOf(fromUtf8(topic + clientId)) })
    } catch {
      // The relay ends the subscription when it expires.
    }
  }

  function reset() {
    link = undefined
    asked.clear()
    mailbox.clear()
    cancelRetry()
  }

  return {
    get size() {
      return wanted.size
    },

    set(topics) {
      const next = new Set(topics)
      for (const topic of wanted) {
        if (next.has(topic)) continue
        wanted.delete(topic)
        if (asked.delete(topic) && link !== undefined) void unsubscribe(link, topic)
      }
      for (const topic of next) wanted.add(topic)
      subscribe()
    },

    restore(opened) {
      reset()
      link = opened
      subscribe()
    },

    reset,

    probe() {
      if (isProbing || link === undefined || wanted.size === 0) return
      isProbing = true
      askFor(link, [...wanted].slice(0, batchLimit), probePatience)
        .catch(() => {
          // The link is lost and being replaced; an error answer also proves that it is alive.
        })
        .finally(() => {
          isProbing = false
        })
    },
  }
}
