import { createHash } from 'node:crypto'
import type { Context } from '../shared/context.js'
import { messageOf } from '../shared/log.js'
import { createTokenBuckets } from '../shared/tokenBucket.js'
import { canonicalText } from './canonicalText.js'
import type { Connection } from './connection.js'
import { RelayError } from './rpc/RelayError.js'
import type { MailboxStore, Message, Outcome } from './store/MailboxStore.js'
import type { Subscriptions } from './subscriptions.js'

/** A message to publish. `ttl` is seconds. */
type Publication = {
  readonly topic: string
  readonly message: string
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | null | undefined
}

export type Publisher = {
  /**
   * Stores messages in order and delivers them to subscribers. Resolves once they are on disk.
   *
   * @throws {RelayError} if any of them is refused; earlier ones may have been published.
   */
  publish(connection: Connection, publications: readonly Publication[]): Promise<void>
}

/** Most bytes of all clients that may wait for the disk: more would exhaust the memory when the disk stalls. */
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

  /**
   * What one address may store: bytes times their share of the longest lifetime. A used-up share refills over that
   * lifetime. So no address fills the store for the others, however many client ids it makes. Counted in memory only: a
   * restart resets it.
   */
  const share = settings.relayStoreSize / settings.relayAddressShare
  const storing = { rate: share / settings.relayTtlMaximum, burst: share }
  const weight = ({ message, ttl }: Publication) => message.length * (ttl / settings.relayTtlMaximum)

  /**
   * Limits messages per client, and bytes per client and per address: client ids are free to create, addresses are not.
   */
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
    if (addressName === undefined) return
    const stored = publications.reduce((sum, publication) => sum + weight(publication), 0)
    if (buckets.take(`stored by ${addressName}`, storing, stored)) return
    const seconds = buckets.waitSeconds(`stored by ${addressName}`, storing, stored)
    throw new RelayError('TooManyRequests', {
      detail: `this address has used its share of the store; try again in ${seconds} s, or with a shorter ttl`,
    })
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
    // Nothing may be awaited before `store.publish`, because the order of calls is the order of the frames.
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
