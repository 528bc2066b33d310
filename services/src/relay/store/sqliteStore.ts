import type { Clock } from '../../shared/clock.js'
import type { MailboxLimits, MailboxStore, Message, Outcome, StoredMessage } from './MailboxStore.js'
import { sql } from './schema.js'
import { openSqliteFile } from './sqliteFile.js'
import { takeWithin } from './takeWithin.js'

/** Receipts without a publish beside them wait so long for one, to share its commit. */
const receiptDelay = 100
/** Messages removed in one commit, so that publishes need not wait for a long one. */
const removalBatch = 500

type Options = {
  readonly path: string
  readonly limits: MailboxLimits
  /** Most bytes of the file; a publish that would need more is rejected. */
  readonly maximumBytes: number
  readonly clock: Clock
}

/** Work of one call, done inside the group's transaction; a call that waits is answered after the commit. */
type Work = {
  apply(): void
  readonly caller?: { done(): void; fail(error: unknown): void } | undefined
}

/**
 * Mailboxes in one SQLite file.
 *
 * Group commit: whatever arrives while the disk is busy shares the next commit, so that the number of messages per
 * second does not depend on the number of commits the disk can do. Statements run on this thread, a few microseconds
 * each; the commit, which waits for the disk, does not.
 */
export async function createSqliteStore({
  path,
  limits,
  maximumBytes,
  clock,
}: Options): Promise<MailboxStore> {
  const file = await openSqliteFile(path, maximumBytes)
  const write = {
    insert: await file.writer.prepare(sql.insert),
    find: await file.writer.prepare(sql.find),
    usage: await file.writer.prepare(sql.usage),
    acknowledge: await file.writer.prepare(sql.acknowledge),
    removeExpiredTwin: await file.writer.prepare(sql.removeExpiredTwin),
    removeExpired: await file.writer.prepare(sql.removeExpired),
    removeAcknowledged: await file.writer.prepare(sql.removeAcknowledged),
  }
  const read = {
    pending: file.reader.prepare(sql.pending),
    message: file.reader.prepare(sql.read),
    hasExpired: file.reader.prepare(sql.hasExpired),
  }

  let position = (file.reader.prepare(sql.lastPosition).get() as { position: number }).position
  let queue: Work[] = []
  let running: Promise<void> | undefined
  let cancelReceipts: (() => void) | undefined
  /** What waits on the topics this group touches; read once each, then kept up by hand. */
  let usages = new Map<string, { messages: number; bytes: number }>()

  async function run(): Promise<void> {
    // One turn of the event loop, so that all frames that have arrived already join the group.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.some((work) => work.caller !== undefined)) await commitGroup()
    running = undefined
    if (queue.length > 0) scheduleReceipts()
  }

  async function commitGroup(): Promise<void> {
    const group = queue
    queue = []
    try {
      await makingRoom(() =>
        transact(() => {
          for (const { apply } of group) apply()
        }),
      )
    } catch (error) {
      // Receipts of a failed group are lost, which costs a delivery more and no message.
      for (const { caller } of group) caller?.fail(error)
      return
    }
    for (const { caller } of group) caller?.done()
  }

  async function transact(work: () => void): Promise<void> {
    usages = new Map()
    try {
      file.writer.begin()
      work()
      await file.writer.commit()
    } catch (error) {
      await file.writer.rollback().catch(() => undefined)
      throw error
    }
  }

  /**
   * Tries again without the oldest messages that somebody has acknowledged, as long as the file is full. They stay only
   * for subscribers yet to come; a message nobody has acknowledged is never removed before its time.
   */
  async function makingRoom(work: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!isFull(error) || attempt === 4) throw error
        let removed = 0
        await transact(() => {
          removed = write.removeAcknowledged.run(removalBatch).changes
        })
        if (removed === 0) throw error
      }
    }
  }

  /** Resolves with the work's result once the group it joined is on disk. */
  function enqueue<result>(work: () => result): Promise<result> {
    return new Promise((resolve, fail) => {
      let result: result
      const apply = () => {
        result = work()
      }
      queue.push({ apply, caller: { done: () => resolve(result), fail } })
      running ??= run()
    })
  }

  /** Lets reads see every write called before them. */
  async function settled(): Promise<void> {
    if (running !== undefined || queue.length > 0) await enqueue(() => undefined)
  }

  function scheduleReceipts(): void {
    cancelReceipts ??= clock.setTimeout(() => {
      cancelReceipts = undefined
      // Nobody waits for receipts, and their loss is no fault (see `commitGroup`).
      settled().catch(() => undefined)
    }, receiptDelay)
  }

  function put(message: Message): Outcome {
    const { topic, messageId, canonicalId } = message
    const usage = usageOf(topic)
    const size = Buffer.byteLength(message.message)
    if (canonicalId !== undefined && isKnown(topic, canonicalId)) return { status: 'replayed' }
    if (usage.messages + 1 > limits.messages || usage.bytes + size > limits.bytes) {
      return { status: isKnown(topic, messageId) ? 'duplicate' : 'full' }
    }
    if (!insert(message, size)) {
      // An expired message that the sweep has not reached yet must not stand in the way of the same one anew.
      const isFree = write.removeExpiredTwin.run(topic, messageId, clock.steadyNow()).changes > 0
      if (!isFree) return { status: 'duplicate' }
      insert(message, size)
    }
    usages.set(topic, { messages: usage.messages + 1, bytes: usage.bytes + size })
    return { status: 'stored', position }
  }

  function insert(message: Message, size: number): boolean {
    const { topic, messageId, publisher, tag, publishedAt, expiresAt, attestation = null } = message
    position++
    return (
      write.insert.run(
        position,
        topic,
        messageId,
        publisher,
        tag,
        publishedAt,
        expiresAt,
        size,
        attestation,
        message.message,
      ).changes > 0
    )
  }

  function usageOf(topic: string) {
    return usages.get(topic) ?? (write.usage.get(topic) as { messages: number; bytes: number })
  }

  function isKnown(topic: string, messageId: string): boolean {
    const row = write.find.get(topic, messageId) as { expiresAt: number } | undefined
    return row !== undefined && row.expiresAt > clock.steadyNow()
  }

  return {
    publish: (messages) => enqueue(() => messages.map(put)),
    async pending({ topic, clientId, after, limit, bytes }) {
      await settled()
      const rows = read.pending.all(topic, after, clock.steadyNow(), clientId, clientId, limit) as {
        position: number
        size: number
      }[]
      const chosen = takeWithin(rows, { limit, bytes, sizeOf: (row) => row.size })
      return chosen.map((row) => toMessage(read.message.get(row.position)))
    },
    acknowledge(receipts) {
      const apply = () => {
        for (const receipt of receipts) {
          write.acknowledge.run(receipt.clientId, receipt.topic, receipt.messageId)
        }
      }
      queue.push({ apply })
      if (running === undefined) scheduleReceipts()
    },
    async removeExpired() {
      let removed = 0
      while (read.hasExpired.get(clock.steadyNow()) !== undefined) {
        removed += await enqueue(() => write.removeExpired.run(clock.steadyNow(), removalBatch).changes)
      }
      return removed
    },
    async close() {
      cancelReceipts?.()
      // Nothing more can be done for a write that fails now; its caller has been told.
      await enqueue(() => undefined).catch(() => undefined)
      await file.close()
    },
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL'
}

function toMessage(row: unknown): StoredMessage {
  const { position, topic, messageId, message, tag, publisher, publishedAt, expiresAt, attestation } =
    row as StoredMessage & { readonly attestation: string | null }
  const rest = attestation === null ? {} : { attestation }
  return { position, topic, messageId, message, tag, publisher, publishedAt, expiresAt, ...rest }
}
