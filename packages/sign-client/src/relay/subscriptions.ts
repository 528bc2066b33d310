/**
 * What the client wants to hear of, and what the present link has been told (WalletConnect specs, "Relay RPC",
 * `irn_subscribe` and its kin).
 */
import type { Clock } from '../clock.js'
import type { Identity } from '../crypto/identity.js'
import { hashOf } from '../crypto/keys.js'
import { fromUtf8 } from '../encoding.js'
import { isSignError, type SignError } from '../SignError.js'
import { backOff } from './backOff.js'
import type { Link, Push } from './link.js'
import { createMailbox } from './mailbox.js'

export type Subscriptions = {
  readonly size: number
  /** What to be subscribed to from now on. */
  set(topics: Iterable<string>): void
  /** A link has opened: everything is asked for again. */
  restore(link: Link): void
  /** The link has gone. */
  reset(): void
  /**
   * Asks the relay whether it is there, by subscribing again: that is harmless, and makes it deliver what waits. A link
   * that does not answer within seconds is dropped.
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
    /** The relay answered a subscription with an error; it will be asked again. */
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
      // The relay forgets the subscription in time.
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
          // Lost, and already being replaced; or an error answer, which is a sign of life.
        })
        .finally(() => {
          isProbing = false
        })
    },
  }
}
