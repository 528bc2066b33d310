import type { Clock } from '../../shared/clock.js'
import type { MailboxLimits, MailboxStore, Message, Outcome, Receipt, StoredMessage } from './MailboxStore.js'
import { sql } from './schema.js'
import { openSqliteFile, type Statement } from './sqliteFile.js'
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

type Place = { readonly topic: string; readonly position: number }

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
    insertWaiting: await file.writer.prepare(sql.insertWaiting),
    deleteWaiting: await file.writer.prepare(sql.deleteWaiting),
    usage: await file.writer.prepare(sql.usage),
    insertReceipt: await file.writer.prepare(sql.insertReceipt),
    deleteMessage: await file.writer.prepare(sql.deleteMessage),
    deleteReceipts: await file.writer.prepare(sql.deleteReceipts),
  } satisfies { readonly [name: string]: Statement }
  const read = {
    pending: file.reader.prepare(sql.pending),
    message: file.reader.prepare(sql.read),
    expired: file.reader.prepare(sql.expired),
    acknowledged: file.reader.prepare(sql.acknowledged),
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
        const oldest = isFull(error) && attempt < 4 ? (read.acknowledged.all(removalBatch) as Place[]) : []
        if (oldest.length === 0) throw error
        await transact(() => {
          for (const place of oldest) remove(place)
        })
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
    const { topic, messageId, canonicalId, publisher, tag, publishedAt, expiresAt, attestation } = message
    const size = Buffer.byteLength(message.message)
    const usage = usageOf(topic)
    const twin = findMessage(topic, messageId)
    if (isLive(twin)) return { status: 'duplicate' }
    if (canonicalId !== undefined && isLive(findMessage(topic, canonicalId))) return { status: 'replayed' }
    if (usage.messages + 1 > limits.messages || usage.bytes + size > limits.bytes) return { status: 'full' }
    // An expired message that the sweep has not reached yet must not stand in the way of the same one anew.
    if (twin !== undefined) remove({ topic, position: twin.position })
    position++
    write.insert.run(
      position,
      topic,
      messageId,
      publisher,
      tag,
      publishedAt,
      expiresAt,
      size,
      attestation ?? null,
      message.message,
    )
    write.insertWaiting.run(topic, position, size)
    usages.set(topic, { messages: usage.messages + 1, bytes: usage.bytes + size })
    return { status: 'stored', position }
  }

  function usageOf(topic: string) {
    return usages.get(topic) ?? (write.usage.get(topic) as { messages: number; bytes: number })
  }

  function findMessage(topic: string, messageId: string) {
    return write.find.get(topic, messageId) as { position: number; expiresAt: number } | undefined
  }

  function isLive(found: ReturnType<typeof findMessage>): boolean {
    return found !== undefined && found.expiresAt > clock.steadyNow()
  }

  function remove({ topic, position }: Place): void {
    write.deleteReceipts.run(position)
    write.deleteWaiting.run(topic, position)
    write.deleteMessage.run(position)
  }

  function note({ clientId, topic, messageId }: Receipt): void {
    const row = findMessage(topic, messageId)
    if (row === undefined) return
    write.insertReceipt.run(row.position, clientId)
    write.deleteWaiting.run(topic, row.position)
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
      queue.push({
        apply: () => {
          for (const receipt of receipts) note(receipt)
        },
      })
      if (running === undefined) scheduleReceipts()
    },
    async removeExpired() {
      let removed = 0
      for (;;) {
        const rows = read.expired.all(clock.steadyNow(), removalBatch) as {
          position: number
          topic: string
        }[]
        if (rows.length === 0) return removed
        await enqueue(() => {
          for (const row of rows) remove(row)
        })
        removed += rows.length
      }
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
