import { isDiskFull } from '../../shared/database/isDiskFull.js'
import type { SqliteFile } from './sqliteFile.js'
import { sql } from './statements.js'

/** Most messages removed in one commit, so that publishes need not wait for a long one. */
export const removalBatch = 500
/** How many times a full file removes messages before the transaction fails. */
const attempts = 4

/**
 * Runs work in a transaction of the file. While the file is full it retries without the oldest acknowledged messages,
 * which are kept only for later subscribers. An unacknowledged message is never removed before it expires.
 *
 * @param onBegin Called before each attempt.
 */
export async function createTransactions({ writer }: SqliteFile, onBegin: () => void) {
  const removeAcknowledged = await writer.prepare(sql.removeAcknowledged)

  async function transact(work: () => void): Promise<void> {
    onBegin()
    try {
      writer.begin()
      work()
      await writer.commit()
    } catch (error) {
      await writer.rollback().catch(() => undefined)
      throw error
    }
  }

  return async function makingRoom(work: () => void): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await transact(work)
      } catch (error) {
        if (!isDiskFull(error) || attempt === attempts) throw error
        let removed = 0
        await transact(() => {
          removed = removeAcknowledged.run(removalBatch).changes
        })
        if (removed === 0) throw error
      }
    }
  }
}
