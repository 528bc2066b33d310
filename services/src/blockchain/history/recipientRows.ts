import { sql } from 'kysely'
import { type CaipNetworkId, hasLikeEnds } from 'latchkey/protocol'
import type { AccountEntry, Hex } from './Entry.js'
import { chunksOf, type HistoryTransaction } from './historyTransaction.js'
import { type SentTo, sentTo } from './sentTo.js'

/** Somebody that an account has sent to, and the lowest block known in which it did. */
export type Recipient = SentTo & { readonly block: number }

/** Most rows read of one key: an account whose recipients share a key on purpose costs no more than others. */
const keyLimit = 5_000

/**
 * The parts of an address by which look-alikes are found, each with an index of the same expression, and where the part
 * is without the address's `0x`. Two addresses that look alike have at least one part in common: of the 10 characters
 * shown at most 3 differ, so one of four parts is the same; and of 7 characters of both ends together at least 4 are at
 * one end.
 */
const keys = [
  { expression: 'substr(address, 3, 2)', at: 0, length: 2 },
  { expression: 'substr(address, 5, 2)', at: 2, length: 2 },
  { expression: 'substr(address, 37, 3)', at: -6, length: 3 },
  { expression: 'substr(address, 40, 3)', at: -3, length: 3 },
] as const

/** Notes whom the accounts sent to. */
export async function addRecipients(
  transaction: Pick<HistoryTransaction, 'insertInto'>,
  chain: CaipNetworkId,
  found: readonly AccountEntry[],
): Promise<void> {
  // One statement must not change a row twice.
  const rows = new Map<string, { account: Hex; address: Hex; token: string; block: number }>()
  for (const { account, entry } of found) {
    for (const { address, token = '' } of sentTo(entry, account)) {
      const key = `${account} ${address} ${token}`
      const block = Math.min(entry.block, rows.get(key)?.block ?? entry.block)
      rows.set(key, { account, address, token, block })
    }
  }
  for (const part of chunksOf([...rows.values()])) {
    await transaction
      .insertInto('history_recipient')
      .values(part.map((row) => ({ chain, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['chain', 'account', 'address', 'token'])
          // A rollback deletes the rows above a block, so the lowest block is kept.
          .doUpdateSet(({ ref }) => ({ block: ref('excluded.block') }))
          .whereRef('history_recipient.block', '>', 'excluded.block'),
      )
      .execute()
  }
}

/** Returns the recipients of an account that look like one of these addresses, or are one of them. */
export async function recipientsLike(
  reader: Pick<HistoryTransaction, 'selectFrom'>,
  chain: CaipNetworkId,
  account: Hex,
  addresses: readonly string[],
): Promise<readonly Recipient[]> {
  const bodies = [...new Set(addresses.map(bodyOf))]
  const found = new Map<string, Recipient>()
  for (const { expression, at, length } of keys) {
    const keyOf = (body: string) => body.slice(at).slice(0, length)
    // Only addresses with the same key are compared, so many addresses cost no more than each on its own.
    const byKey = new Map<string, string[]>()
    for (const body of bodies) byKey.set(keyOf(body), [...(byKey.get(keyOf(body)) ?? []), body])
    for (const part of chunksOf([...byKey.keys()])) {
      const rows = await reader
        .selectFrom('history_recipient')
        .where('chain', '=', chain)
        .where('account', '=', account)
        .where(sql.raw<string>(expression), 'in', part)
        .select(['address', 'token', 'block'])
        .limit(keyLimit * part.length)
        .execute()
      for (const { address, token, block } of rows) {
        const own = bodyOf(address)
        if (!byKey.get(keyOf(own))?.some((body) => hasLikeEnds(body, own))) continue
        found.set(`${address} ${token}`, { address, block, ...(token === '' ? {} : { token: token as Hex }) })
      }
    }
  }
  return [...found.values()]
}

/** What tells an address from others, as the eye reads it. */
export function bodyOf(address: string): string {
  return address.slice(2).toLowerCase()
}
