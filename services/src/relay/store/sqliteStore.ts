import type { Clock } from '../../shared/clock.js'
import { createGroupCommit } from './groupCommit.js'
import type { MailboxLimits, MailboxStore } from './MailboxStore.js'
import { createMailboxReader } from './mailboxReader.js'
import { createMailboxWriter } from './mailboxWriter.js'
import { openSqliteFile } from './sqliteFile.js'
import { createTransactions, removalBatch } from './transactions.js'

type Options = {
  readonly path: string
  readonly limits: MailboxLimits
  /** Most bytes of the file; a publish that needs more is rejected. */
  readonly maximumBytes: number
  readonly clock: Clock
}

/**
 * Stores mailboxes in one SQLite file. Statements run on this thread, a few microseconds each; calls share commits,
 * which wait for the disk on another thread.
 */
export async function createSqliteStore({
  path,
  limits,
  maximumBytes,
  clock,
}: Options): Promise<MailboxStore> {
  const file = await openSqliteFile(path, maximumBytes)
  const writer = await createMailboxWriter(file, limits, clock)
  const reader = createMailboxReader(file, clock)
  const transact = await createTransactions(file, writer.begin)
  const { enqueue, enqueueQuietly, settled, close } = createGroupCommit(clock, transact)

  return {
    publish: (messages) => enqueue(() => messages.map(writer.put)),
    async pending(query) {
      // A read sees every write called before it.
      await settled()
      return reader.pending(query)
    },
    // If a group fails its receipts are lost, which only repeats deliveries.
    acknowledge: (receipts) => enqueueQuietly(() => receipts.forEach(writer.acknowledge)),
    async removeExpired() {
      let removed = 0
      while (reader.hasExpired()) removed += await enqueue(() => writer.removeExpired(removalBatch))
      return removed
    },
    async close() {
      await close()
      await file.close()
    },
  }
}
