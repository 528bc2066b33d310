import { createHash } from 'node:crypto'
import type { Context } from '../shared/context.js'
import { messageOf } from '../shared/log.js'
import { createTokenBuckets } from '../shared/tokenBucket.js'
import { canonicalText } from './canonicalText.js'
import type { Connection } from './connection.js'
import { RelayError } from './rpc/RelayError.js'
import type { MailboxStore, Message, Outcome } from './store/MailboxStore.js'
import type { Subscriptions } from './subscriptions.js'

/** What a client wants published. `ttl` is seconds. */
export type Publication = {
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | null | undefined
}

export type Publisher = {
  /**
   * Stores messages in order and hands them to whoever watches. Resolves once they are on disk.
   *
   * @throws {RelayError} when any of them is refused; those before it may have been published.
   */
  publish(connection: Connection, publications: readonly Publication[]): Promise<void>
}

/** Bytes that may wait for the disk, of all clients together: beyond it the disk has stalled, and memory is next. */
const writingLimit = 64 * 1024 * 1024

export function createPublisher({
  context: { clock, settings, log },
  store,
  subscriptions,
}: {
  readonly context: Context
  readonly store: MailboxStore
  readonly subscriptions: Subscriptions
}): Publisher {
  const buckets = createTokenBuckets(() => clock.steadyNow())
  let writing = 0

  function check({ message, ttl, attestation }: Publication, { limits }: Connection): void {
    if (Buffer.byteLength(message) + (attestation?.length ?? 0) > limits.messageSize) {
      throw new RelayError('PayloadSizeExceeded', { detail: `at most ${limits.messageSize} bytes` })
    }
    if (ttl < settings.relayTtlMinimum) {
      throw new RelayError('TtlTooShort', { detail: `at least ${settings.relayTtlMinimum} s` })
    }
    if (ttl > settings.relayTtlMaximum) {
      throw new RelayError('TtlTooLong', { detail: `at most ${settings.relayTtlMaximum} s` })
    }
  }

  /** Counts messages by client and bytes by client and address: client ids cost nothing to make, addresses do. */
  function limitRates(
    { clientId, addressName, limits }: Connection,
    publications: readonly Publication[],
  ): void {
    const bytes = publications.reduce((sum, { message }) => sum + message.length, 0)
    const hasRate =
      buckets.take(clientId, limits.publish, publications.length) &&
      buckets.take(`bytes of ${clientId}`, limits.bytes, bytes) &&
      (addressName === undefined || buckets.take(`bytes from ${addressName}`, limits.bytes, bytes))
    if (!hasRate) throw new RelayError('TooManyRequests')
  }

  function toMessage({ ttl, attestation, ...publication }: Publication, publisher: string): Message {
    const canonical = canonicalText(publication.message)
    return {
      ...publication,
      messageId: sha256(publication.message),
      canonicalId: canonical === undefined ? undefined : sha256(canonical),
      publisher,
      publishedAt: clock.now(),
      expiresAt: Math.round(clock.steadyNow() + ttl * 1000),
      attestation: attestation ?? undefined,
    }
  }

  async function write(messages: readonly Message[]): Promise<readonly Outcome[]> {
    const size = messages.reduce((sum, { message }) => sum + message.length, 0)
    if (writing + size > writingLimit)
      throw new RelayError('TooManyRequests', { detail: 'the disk is behind' })
    writing += size
    try {
      return await store.publish(messages)
    } catch (error) {
      log.error('relay.storeFailed', { error: messageOf(error), count: messages.length })
      throw new RelayError('StorageError', { cause: error })
    } finally {
      writing -= size
    }
  }

  return {
    // Nothing may be awaited before `store.publish`: its order is the order of the frames.
    async publish(connection, publications) {
      for (const publication of publications) check(publication, connection)
      limitRates(connection, publications)
      const messages = publications.map((publication) => toMessage(publication, connection.clientId))
      const outcomes = await write(messages)
      for (const [index, outcome] of outcomes.entries()) {
        const message = messages[index]
        if (message !== undefined && outcome.status === 'stored') {
          subscriptions.deliver({ ...message, position: outcome.position })
        }
      }
      if (outcomes.some(({ status }) => status === 'full')) throw new RelayError('MailboxLimitExceeded')
      if (outcomes.some(({ status }) => status === 'replayed')) throw new RelayError('MessageReplayed')
    },
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
