import type { CaipNetworkId } from 'latchkey/protocol'
import type { AccountEntry, Hex } from './Entry.js'
import { chunksOf, type HistoryTransaction } from './historyTransaction.js'
import type { Head } from './Known.js'
import type { Header } from './nodeAnswers.js'
import { addRecipients } from './recipientRows.js'

/**
 * How many recent block hashes are kept. A reorganisation of this depth can be followed; after a deeper one the chain
 * is read again.
 */
const keptBlocks = 128

/** What was read of accounts, by block. */
const deedTables = ['history_entry', 'history_collectible', 'history_recipient'] as const

type Known = Head & { readonly made_at: number }

export function readHead(
  database: Pick<HistoryTransaction, 'selectFrom'>,
  chain: CaipNetworkId,
): Promise<Known | undefined> {
  return database
    .selectFrom('history_head as head')
    .innerJoin('history_block as block', (join) =>
      join.onRef('block.chain', '=', 'head.chain').onRef('block.number', '=', 'head.number'),
    )
    .where('head.chain', '=', chain)
    .select(['head.number', 'block.hash', 'head.made_at'])
    .executeTakeFirst()
}

/** Returns whether the head is still the one that a caller saw. */
export function isSame(head: Head | undefined, seen: Head | undefined): boolean {
  return head?.number === seen?.number && head?.hash === seen?.hash
}

export async function setHead(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  { number, timestamp }: Pick<Header, 'number' | 'timestamp'>,
): Promise<void> {
  await transaction
    .insertInto('history_head')
    .values({ chain, number, made_at: timestamp })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ number, made_at: timestamp }))
    .execute()
}

export async function addBlocks(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  added: readonly Head[],
  head: number,
): Promise<void> {
  const kept = added.filter(({ number }) => number > head - keptBlocks)
  for (const part of chunksOf(kept)) {
    await transaction
      .insertInto('history_block')
      .values(part.map(({ number, hash }) => ({ chain, number, hash })))
      .onConflict((conflict) =>
        conflict.columns(['chain', 'number']).doUpdateSet(({ ref }) => ({ hash: ref('excluded.hash') })),
      )
      .execute()
  }
  await transaction
    .deleteFrom('history_block')
    .where('chain', '=', chain)
    .where('number', '<=', head - keptBlocks)
    .execute()
}

export async function addEntries(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  found: readonly AccountEntry[],
): Promise<void> {
  // If a dishonest node reports two entries at one place, the last counts.
  const entries = new Map(
    found.map(({ account, entry }) => [
      `${account} ${entry.minedAt} ${entry.block} ${entry.index}`,
      { account, entry },
    ]),
  )
  const rows = [...entries.values()].map(({ account, entry }) => ({
    chain,
    account,
    mined_at: entry.minedAt,
    block: entry.block,
    position: entry.index,
    data: JSON.stringify(entry),
  }))
  for (const part of chunksOf(rows)) {
    await transaction
      .insertInto('history_entry')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['chain', 'account', 'mined_at', 'block', 'position'])
          .doUpdateSet(({ ref }) => ({ data: ref('excluded.data') })),
      )
      .execute()
  }
  const arrived = [...entries.values()].flatMap(({ account, entry }) =>
    entry.movements.flatMap(({ standard, token, tokenId, to }) => {
      if ((standard !== 'ERC721' && standard !== 'ERC1155') || to !== account) return []
      if (token === undefined || tokenId === undefined) return []
      return [{ chain, account, token, token_id: tokenId, block: entry.block, standard }]
    }),
  )
  for (const part of chunksOf(arrived)) {
    await transaction
      .insertInto('history_collectible')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await addRecipients(transaction, chain, [...entries.values()])
}

/** Marks accounts' histories to be read again; without addresses, those of all accounts on the chain. */
export async function resetAccounts(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  addresses?: readonly Hex[] | undefined,
): Promise<void> {
  const reset = transaction.updateTable('history_account').set({ low: null }).where('chain', '=', chain)
  if (addresses === undefined) await reset.execute()
  for (const part of chunksOf(addresses ?? [])) await reset.where('address', 'in', part).execute()
}

export async function forget(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  accounts: readonly { readonly address: Hex }[],
): Promise<void> {
  const addresses = accounts.map(({ address }) => address)
  for (const part of chunksOf(addresses)) {
    await transaction
      .deleteFrom('history_account')
      .where('chain', '=', chain)
      .where('address', 'in', part)
      .execute()
  }
  await forgetDeeds(transaction, chain, addresses)
}

export async function forgetDeeds(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  addresses: readonly Hex[],
): Promise<void> {
  for (const part of chunksOf(addresses)) {
    for (const table of [...deedTables, 'history_walk'] as const)
      await transaction.deleteFrom(table).where('chain', '=', chain).where('account', 'in', part).execute()
  }
}

export async function forgetAbove(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  block: number,
): Promise<void> {
  for (const table of deedTables)
    await transaction.deleteFrom(table).where('chain', '=', chain).where('block', '>', block).execute()
  await transaction
    .deleteFrom('history_block')
    .where('chain', '=', chain)
    .where('number', '>', block)
    .execute()
}
