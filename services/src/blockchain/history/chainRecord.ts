import type { CaipNetworkId } from 'latchkey/protocol'
import {
  addAccount,
  beginAt,
  type Extension,
  extendHead,
  type Filling,
  fillRanges,
  type NewAccount,
  placeAccounts,
  restartChain,
  rollBackTo,
  type Unfinished,
} from './chainChanges.js'
import { forget, forgetDeeds, readHead, resetAccounts } from './chainRows.js'
import type { Hex } from './Entry.js'
import { changeChain, type HistoryDatabase, type HistoryTransaction } from './historyTransaction.js'
import type { Head } from './Known.js'
import type { Header } from './nodeAnswers.js'

/**
 * Stores the state of each chain: the head, the latest blocks, the followed accounts and their ranges. A method that
 * extends a head or a range returns whether it was still current; if not, another process was faster and the method
 * changed nothing.
 */
export function createChainRecord(opened: HistoryDatabase) {
  const { database } = opened
  const change = <value>(
    chain: CaipNetworkId,
    work: (transaction: HistoryTransaction) => Promise<value>,
  ): Promise<value> => changeChain(opened, chain, work)

  return {
    async head(chain: CaipNetworkId): Promise<Head | undefined> {
      const { made_at: _, ...head } = (await readHead(database, chain)) ?? {}
      return 'number' in head ? head : undefined
    },
    /** Newest first. */
    blocks: (chain: CaipNetworkId): Promise<readonly Head[]> =>
      database
        .selectFrom('history_block')
        .where('chain', '=', chain)
        .select(['number', 'hash'])
        .orderBy('number', 'desc')
        .execute(),
    /** The accounts with unread earlier history, highest range first. */
    async unfinished(chain: CaipNetworkId): Promise<readonly Unfinished[]> {
      const rows = await database
        .selectFrom('history_account')
        .where('chain', '=', chain)
        .whereRef('low', '>', 'first')
        .select(['address', 'low', 'low_parent as lowParent', 'first'])
        .orderBy('low', 'desc')
        .execute()
      return rows as Unfinished[]
    },

    addAccount: (chain: CaipNetworkId, account: NewAccount): Promise<boolean> =>
      change(chain, (transaction) => addAccount(transaction, chain, account)),
    async forgetUnasked(chain: CaipNetworkId, since: number): Promise<void> {
      const unasked = (from: Pick<HistoryTransaction, 'selectFrom'>) =>
        from
          .selectFrom('history_account')
          .where('chain', '=', chain)
          .where('asked_at', '<', since)
          .select('address')
          .execute()
      // Usually there is none. Looking first avoids waiting for another writer.
      if ((await unasked(database)).length === 0) return
      await change(chain, async (transaction) => forget(transaction, chain, await unasked(transaction)))
    },

    /**
     * Begins to follow a chain, or continues after a gap too long to read; then all accounts' histories are read again.
     */
    begin: (chain: CaipNetworkId, seen: Head | undefined, head: Header): Promise<boolean> =>
      change(chain, (transaction) => beginAt(transaction, chain, seen, head)),
    /** Gives new accounts their range: from just above the head down over `depth` blocks. */
    place: (chain: CaipNetworkId, depth: number): Promise<void> =>
      change(chain, (transaction) => placeAccounts(transaction, chain, depth)),
    /** Stores what was read above the head. */
    extend: (chain: CaipNetworkId, read: Extension): Promise<boolean> =>
      change(chain, (transaction) => extendHead(transaction, chain, read)),
    /** Stores what was read below the range of some accounts. */
    fill: (chain: CaipNetworkId, read: Filling): Promise<boolean> =>
      change(chain, (transaction) => fillRanges(transaction, chain, read)),
    /** Deletes accounts' histories, so that they are read again. */
    reread: (chain: CaipNetworkId, addresses: readonly Hex[]): Promise<void> =>
      change(chain, async (transaction) => {
        await resetAccounts(transaction, chain, addresses)
        await forgetDeeds(transaction, chain, addresses)
      }),
    /** Deletes what was read above a block that is still on the chain. */
    rollBack: (chain: CaipNetworkId, seen: Head, number: number): Promise<boolean> =>
      change(chain, (transaction) => rollBackTo(transaction, chain, seen, number)),
    /** Deletes the state of a chain that has been replaced by another chain; the followed accounts stay. */
    restart: (chain: CaipNetworkId, seen: Head): Promise<boolean> =>
      change(chain, (transaction) => restartChain(transaction, chain, seen)),
  }
}
