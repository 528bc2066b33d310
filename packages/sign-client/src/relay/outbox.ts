import type { Clock } from '../clock.js'
import { aborted } from '../deferred.js'
import { isSignError, SignError } from '../SignError.js'
import { backOff } from './backOff.js'
import type { Connection } from './connection.js'
import { LinkLost } from './link.js'
import type { Publication, Relay } from './relayState.js'

/** The messages that the relay does not have yet. */
export type Outbox = {
  readonly size: number
  /** See {@link Relay.publish}. */
  publish: Relay['publish']
}

const limit = 500

export function createOutbox(clock: Clock, connection: Connection): Outbox {
  let size = 0

  /** Sends a message again after interruptions and while the relay is overloaded, until its time is up. */
  async function send({ topic, message, delivery, signal }: Publication) {
    const deadline = clock.now() + delivery.ttl
    const params = { topic, message, ...delivery, ttl: delivery.ttl / 1000 }
    // The user acts, so the retry delay that spares the relay is skipped.
    connection.wake()
    for (let tries = 1; ; tries++) {
      const link = connection.link() ?? (await connection.whenOpen(deadline - clock.now(), signal))
      try {
        await connection.ask(link, 'irn_publish', params)
        return
      } catch (error) {
        if (signal?.aborted) throw aborted(signal)
        // After an interruption it is resent unchanged: a relay stores identical messages once.
        if (!(error instanceof LinkLost)) {
          if (!isTransient(error) || tries > 5) throw error
          await new Promise<void>((resolve) => clock.setTimeout(resolve, 500 + backOff(tries)))
        }
        if (clock.now() >= deadline) throw new SignError('RELAY_UNREACHABLE', { cause: error })
      }
    }
  }

  return {
    get size() {
      return size
    },

    async publish(publication) {
      if (publication.signal?.aborted) throw aborted(publication.signal)
      if (size >= limit) throw new SignError('LIMIT_REACHED', { details: `${limit} messages` })
      size++
      try {
        await send(publication)
      } finally {
        size--
      }
    },
  }
}

/** Rate limits, and internal errors of the relay. */
function isTransient(error: unknown): boolean {
  return isSignError(error, 'RELAY_ERROR') && (error.wireCode === 3001 || error.wireCode === -32603)
}
