import type { CaipNetworkId } from 'latchkey/protocol'
import { forgetDeeds } from '../chainRows.js'
import type { Hex } from '../Entry.js'
import {
  changeChain,
  chunksOf,
  type HistoryDatabase,
  type HistoryTransaction,
} from '../historyTransaction.js'
import { type Asking, findPlace, staleAge } from './findPlace.js'

/** How often at most the time of an account's last request is written, in milliseconds. */
const noted = 60_000

/** Stores which accounts are read because a client asked for them, by whom and when. */
export function createAskedAccounts(opened: HistoryDatabase) {
  const { database } = opened
  return {
    /**
     * Notes that a client asked for an account. Returns whether its history may be stored. A new account takes the
     * place of one that its own client asked for, or of one that nobody's own client asked for lately, and of no other.
     */
    async admit(chain: CaipNetworkId, asking: Asking): Promise<boolean> {
      const { account: address, client = '', now, staleSince = now - staleAge } = asking
      const asked = database.selectFrom('history_asked').where('chain', '=', chain)
      const known = await asked
        .where('address', '=', address)
        .select(['asked_at', 'client'])
        .executeTakeFirst()
      if (known !== undefined) {
        // Requests of strangers do not count, and take no account over that its own client still asks for.
        const isOwn = known.client === client || known.client === ''
        const counts = isOwn
          ? now - known.asked_at >= noted || known.client === ''
          : known.asked_at < staleSince
        if (counts)
          await database
            .updateTable('history_asked')
            .set({ asked_at: now, client })
            .where('chain', '=', chain)
            .where('address', '=', address)
            .execute()
        return true
      }
      return changeChain(opened, chain, async (transaction) => {
        if (await isAsked(transaction, chain, address)) return true
        const dropped = await findPlace(transaction, chain, asking)
        if (dropped === undefined) return false
        await forget(transaction, chain, dropped)
        // Entries of a time when the chain was followed block by block are read again.
        await forgetDeeds(transaction, chain, [address])
        await transaction
          .insertInto('history_asked')
          .values({ chain, address, asked_at: now, client })
          .execute()
        return true
      })
    },

    /** Whether an account has a place. */
    has: (chain: CaipNetworkId, address: Hex): Promise<boolean> => isAsked(database, chain, address),

    /** Deletes the accounts that were not asked for since a time. */
    async forgetUnasked(chain: CaipNetworkId, since: number): Promise<void> {
      const unasked = database
        .selectFrom('history_asked')
        .where('chain', '=', chain)
        .where('asked_at', '<', since)
      const rows = await unasked.select('address').execute()
      if (rows.length === 0) return
      await changeChain(opened, chain, (transaction) =>
        forget(
          transaction,
          chain,
          rows.map(({ address }) => address),
        ),
      )
    },
  }
}

/** Whether an account has a place. */
export async function isAsked(
  reader: Pick<HistoryTransaction, 'selectFrom'>,
  chain: CaipNetworkId,
  address: Hex,
): Promise<boolean> {
  const known = reader.selectFrom('history_asked').where('chain', '=', chain).where('address', '=', address)
  return (await known.select('address').executeTakeFirst()) !== undefined
}

async function forget(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  addresses: readonly Hex[],
): Promise<void> {
  for (const part of chunksOf(addresses)) {
    await transaction
      .deleteFrom('history_asked')
      .where('chain', '=', chain)
      .where('address', 'in', part)
      .execute()
    await transaction
      .deleteFrom('history_range')
      .where('chain', '=', chain)
      .where('account', 'in', part)
      .execute()
  }
  await forgetDeeds(transaction, chain, addresses)
}
