import type { Delivery } from '../protocol/methods.js'
import type { SignError } from '../SignError.js'

export type RelayState = {
  /**
   * - `idle`: nothing to watch or send, no socket.
   * - `connecting`, `open`.
   * - `closed`: interrupted; retries at `retryAt`.
   * - `refused`: the relay refuses this client. Retries only on a new call.
   */
  readonly status: 'idle' | 'connecting' | 'open' | 'closed' | 'refused'
  /** When it lost its connection, or entered this status. Epoch milliseconds. */
  readonly since: number
  /** Epoch milliseconds. */
  readonly retryAt?: number | undefined
  /** The last error: `RELAY_REFUSED`, `RELAY_UNREACHABLE`, `RELAY_ERROR` (of a subscription). */
  readonly error?: SignError | undefined
}

export type Publication = {
  readonly topic: string
  readonly message: string
  readonly delivery: Delivery
  readonly signal?: AbortSignal | undefined
}

export type Relay = {
  state(): RelayState
  /** Sets the subscribed topics. */
  setTopics(topics: Iterable<string>): void
  /**
   * Resolves when the relay has the message. Sends at once if the socket is open, else as soon as it opens, until the
   * message's TTL has passed.
   *
   * @throws `RELAY_REFUSED`, `RELAY_UNREACHABLE`, `RELAY_ERROR`, `REQUEST_TOO_LARGE`, `ABORTED`, `LIMIT_REACHED`
   */
  publish(publication: Publication): Promise<void>
  /** Checks that the socket still works, after the page slept or the network changed. */
  check(): void
  close(): void
}
