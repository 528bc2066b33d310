import { coinOf } from '../history/coinOf.js'
import type { Hex, Place } from '../history/Entry.js'
import { quantitySchema, resultOf } from '../history/nodeAnswers.js'
import type { Nodes } from '../nodes.js'
import { askEach } from './completePage.js'
import type { SuppliedPage } from './Supplier.js'

/**
 * Holds a page that is the whole history against the account's balance, with one call. Where the account holds more than
 * the history explains, the page lacks payouts: withdrawals of validators and rewards of blocks are in no indexer's lists.
 */
export async function checkCoin(
  nodes: Nodes,
  page: SuppliedPage,
  account: Hex,
  { before, signal }: { readonly before: Place | undefined; readonly signal: AbortSignal },
): Promise<SuppliedPage> {
  const { entries, floor, lacks = [] } = page
  const isWhole = before === undefined && floor === undefined && entries.length > 0
  if (!isWhole || lacks.includes('payouts')) return page
  const [held] = await askEach(nodes, [{ method: 'eth_getBalance', params: [account, 'latest'] }], signal)
  const units = resultOf(held, quantitySchema)
  const isSeen = units === undefined || units <= coinOf(entries, account)
  return isSeen ? page : { ...page, lacks: [...lacks, 'payouts'] }
}
