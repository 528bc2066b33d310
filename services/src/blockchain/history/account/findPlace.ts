import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from '../Entry.js'
import type { HistoryTransaction } from '../historyTransaction.js'

/** A request for an account that may be stored. */
export type Asking = {
  readonly account: Hex
  /** Who asks, as a key that tells nobody's address; by default nobody. */
  readonly client?: string | undefined
  readonly now: number
  /** Most accounts of the chain. */
  readonly limit: number
  /** An account that its own client asked for before this time gives its place away; by default a week ago. */
  readonly staleSince?: number | undefined
  /** Where no account is stale: whether the client with most accounts loses one. For a store in memory. */
  readonly isAlwaysPlaced?: boolean | undefined
}

/** How long an account keeps its place without a request of its own client, in milliseconds. */
export const staleAge = 7 * 86_400_000
/** One client has at most this part of the places, so that nobody fills a store alone. */
const shareOfClient = 1 / 10
/** A client with more accounts than this gives one to a client without any. */
const few = 2

/**
 * Finds the accounts that a new one displaces.
 *
 * @returns `undefined` if there is no place
 */
export async function findPlace(
  transaction: HistoryTransaction,
  chain: CaipNetworkId,
  { client = '', now, limit, staleSince = now - staleAge, isAlwaysPlaced = false }: Asking,
): Promise<readonly Hex[] | undefined> {
  const rows = transaction.selectFrom('history_asked').where('chain', '=', chain)
  const oldest = rows.orderBy('asked_at').orderBy('address').select('address')
  const counts = await rows
    .groupBy('client')
    .select(({ fn }) => ['client', fn.countAll<number>().as('count')])
    .execute()
  const total = counts.reduce((sum, { count }) => sum + Number(count), 0)
  const own = Number(counts.find((one) => one.client === client)?.count ?? 0)
  const tooMany = Math.max(own + 1 - Math.ceil(limit * shareOfClient), 0)
  const dropped = new Set<Hex>()
  const take = async (query: typeof oldest, count: number) => {
    if (count <= 0) return
    for (const { address } of await query.limit(count).execute()) dropped.add(address)
  }
  const missing = () => total + 1 - limit - dropped.size

  await take(oldest.where('client', '=', client), tooMany)
  if (missing() > 0)
    await take(oldest.where('asked_at', '<', staleSince).where('client', '!=', client), missing())
  if (missing() > 0) await take(oldest.where('client', '=', client), tooMany + missing())
  const [largest] = [...counts].sort((left, right) => Number(right.count) - Number(left.count))
  const isWithoutPlace = own === 0 && Number(largest?.count ?? 0) > few
  if (missing() > 0 && largest !== undefined && (isAlwaysPlaced || isWithoutPlace))
    await take(oldest.where('client', '=', largest.client), missing())
  return missing() > 0 ? undefined : [...dropped]
}
