import { describe, expect, test } from 'vitest'
import type { MailboxStore, PendingQuery, StoredMessage } from './store/MailboxStore.js'
import { createSubscription } from './subscription.js'

/** Creates a mailbox whose reads finish on command, with its contents at the time of the call. */
function setUp() {
  const mailbox: StoredMessage[] = []
  const reads: { readonly query: PendingQuery; readonly end: (error?: Error) => Promise<void> }[] = []
  const pushed: string[] = []
  const waits: unknown[] = []
  let isCongested = false
  const store = {
    pending(query: PendingQuery) {
      const found = mailbox.filter(({ position }) => position > query.after).slice(0, query.limit)
      return new Promise<readonly StoredMessage[]>((resolve, reject) => {
        const end = async (error?: Error) => {
          if (error === undefined) resolve(found)
          else reject(error)
          // The reader continues, and may read again.
          for (let turn = 0; turn < 5; turn++) await Promise.resolve()
        }
        reads.push({ query, end })
      })
    },
  } as MailboxStore
  const subscription = createSubscription({
    topic: 't',
    clientId: 'bob',
    id: 'id',
    method: 'irn_subscription',
    store,
    push: ({ message }) => pushed.push(message),
    isCongested: () => isCongested,
    onWait: (error) => waits.push(error),
  })
  return {
    subscription,
    pushed,
    waits,
    reads,
    congest(value: boolean) {
      isCongested = value
    },
    /** Stores a message and offers it to the subscription, as the relay does. */
    store(position: number, publisher = 'alice') {
      const message: StoredMessage = {
        position,
        topic: 't',
        messageId: String(position),
        message: String(position),
        tag: 0,
        publisher,
        publishedAt: 0,
        expiresAt: 0,
      }
      mailbox.push(message)
      subscription.offer(message)
    },
    async endRead(error?: Error) {
      const read = reads.shift()
      if (read === undefined) throw new Error('nothing is being read')
      await read.end(error)
    },
  }
}

describe('createSubscription', () => {
  test('sends nothing before it is started', () => {
    const { store, pushed, reads } = setUp()
    store(1)
    expect([pushed, reads]).toEqual([[], []])
  })

  test('sends the mailbox first, then new messages', async () => {
    const { subscription, store, pushed, endRead } = setUp()
    store(1)
    subscription.start()
    await endRead()
    await endRead()
    store(2)
    expect(pushed).toEqual(['1', '2'])
  })

  test('a message that arrives while the last page is read is not lost and stays in order', async () => {
    const { subscription, store, pushed, endRead } = setUp()
    store(1)
    subscription.start()
    await endRead()
    // The second read found nothing; the message arrived after it.
    store(2)
    expect(pushed).toEqual(['1'])
    await endRead()
    await endRead()
    await endRead()
    store(3)
    expect(pushed).toEqual(['1', '2', '3'])
  })

  test('a message that a page contained is not sent again', async () => {
    const { subscription, pushed, endRead, store } = setUp()
    store(1)
    subscription.start()
    await endRead()
    await endRead()
    subscription.offer({ position: 1, message: '1', publisher: 'alice' } as StoredMessage)
    expect(pushed).toEqual(['1'])
  })

  test('waits while the socket is congested, and continues where it stopped', async () => {
    const { subscription, store, pushed, waits, congest, endRead, reads } = setUp()
    subscription.start()
    await endRead()
    store(1)
    congest(true)
    store(2)
    store(3)
    expect([pushed, waits]).toEqual([['1'], [undefined]])
    congest(false)
    subscription.resume()
    expect(reads[0]?.query.after).toBe(1)
    await endRead()
    await endRead()
    expect(pushed).toEqual(['1', '2', '3'])
  })

  test('a socket that becomes congested within a page keeps the rest of it in the mailbox', async () => {
    const { subscription, store, pushed, congest, endRead } = setUp()
    store(1)
    store(2)
    subscription.start()
    congest(true)
    await endRead()
    expect(pushed).toEqual([])
    congest(false)
    subscription.resume()
    await endRead()
    expect(pushed).toEqual(['1', '2'])
  })

  test('error: a mailbox that cannot be read is read again later', async () => {
    const { subscription, store, pushed, waits, endRead } = setUp()
    store(1)
    subscription.start()
    const failure = new Error('disk')
    await endRead(failure)
    expect([pushed, waits]).toEqual([[], [failure]])
    subscription.resume()
    await endRead()
    expect(pushed).toEqual(['1'])
  })

  test('starting again begins anew, and the running read ends without sending', async () => {
    const { subscription, store, pushed, endRead } = setUp()
    store(1)
    subscription.start()
    subscription.start()
    await endRead()
    expect(pushed).toEqual([])
    await endRead()
    expect(pushed).toEqual(['1'])
  })

  test('sends nothing after it is stopped', async () => {
    const { subscription, store, pushed, endRead } = setUp()
    store(1)
    subscription.start()
    subscription.stop()
    await endRead()
    store(2)
    subscription.resume()
    expect(pushed).toEqual([])
  })
})
