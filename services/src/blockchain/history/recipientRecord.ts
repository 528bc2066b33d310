import type { CaipNetworkId } from 'latchkey/protocol'
import type { Entry, Hex, Place } from './Entry.js'
import { changeChain, type HistoryDatabase, type HistoryTransaction } from './historyTransaction.js'
import { addRecipients, type Recipient, recipientsLike } from './recipientRows.js'

/** How far an account's pages were read only to note whom it sent to. */
export type Walk = {
  /** The highest block of this walk, or of the last one if it has ended. */
  readonly high: number
  /** The walk ends at this block: an earlier one has been below. */
  readonly until: number
  /** Where it goes on; absent if it has ended. */
  readonly place?: Place | undefined
}

type Reader = Pick<HistoryTransaction, 'selectFrom'>

/** Stores whom each account has sent to, in its whole history as far as it was read. */
export function createRecipientRecord(opened: HistoryDatabase) {
  const { database } = opened

  async function has(reader: Reader, chain: CaipNetworkId, account: Hex): Promise<boolean> {
    for (const table of ['history_asked', 'history_account'] as const) {
      const rows = reader.selectFrom(table).where('chain', '=', chain).where('address', '=', account)
      if ((await rows.select('address').executeTakeFirst()) !== undefined) return true
    }
    return false
  }

  return {
    /** Whether the account has a place in the store. */
    has: (chain: CaipNetworkId, account: Hex): Promise<boolean> => has(database, chain, account),
    /** Notes whom an account with a place in the store sent to, from entries that are not stored themselves. */
    note: (chain: CaipNetworkId, account: Hex, entries: readonly Entry[]): Promise<void> =>
      changeChain(opened, chain, async (transaction) => {
        if (!(await has(transaction, chain, account))) return
        const found = entries.map((entry) => ({ account, entry }))
        await addRecipients(transaction, chain, found)
      }),
    /** The recipients that look like one of these addresses, or are one of them. */
    like: (chain: CaipNetworkId, account: Hex, addresses: readonly string[]): Promise<readonly Recipient[]> =>
      recipientsLike(database, chain, account, addresses),
    async walk(chain: CaipNetworkId, account: Hex): Promise<Walk | undefined> {
      const row = await database
        .selectFrom('history_walk')
        .where('chain', '=', chain)
        .where('account', '=', account)
        .select(['high', 'until_block as until', 'place'])
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { place, ...blocks } = row
      return { ...blocks, ...(place === null ? {} : { place: JSON.parse(place) as Place }) }
    },
    /** Stores how far a walk is, unless the account has lost its place in the store. */
    setWalk: (chain: CaipNetworkId, account: Hex, { high, until, place }: Walk): Promise<void> =>
      changeChain(opened, chain, async (transaction) => {
        if (!(await has(transaction, chain, account))) return
        const state = {
          high,
          until_block: until,
          place: place === undefined ? null : JSON.stringify(place),
        }
        await transaction
          .insertInto('history_walk')
          .values({ chain, account, ...state })
          .onConflict((conflict) => conflict.columns(['chain', 'account']).doUpdateSet(state))
          .execute()
      }),
  }
}
