import type * as v from 'valibot'
import type { Asked, Found, Transfers } from '../../core/transfers.js'
import { type Claim, readLikeness } from './likenessOf.js'
import { type Ask, commitment, count, firmNodesOf } from './nodes.js'
import { signaturesSchema } from './prepareTransfer.js'
import { readAskedTerms } from './terms.js'

/** How many of the account's transactions a node lists at once, and how many lists are read. */
const pageSize = 1_000
const mostPages = 5
/** How many transactions one look reads, from the oldest on; nothing is concluded beyond these. */
const mostRead = 60

/** So many blocks after the last valid one, a node that knows nothing of a transaction has not merely fallen behind. */
const margin = 150
/**
 * How long a wallet may hold a request, in blocks: five minutes, at a block each 0.2 s. It may put a newer blockhash into
 * the transaction when its user approves.
 */
const requestLife = 1_500

/**
 * Looks through the account's transactions since the wallet was asked. Returns `used` only if the wallet can no longer
 * have the request, no block can contain the transaction any more, and none of the account's is the transfer.
 *
 * Only the blockhash of the request tells the transfer from an equal one that another browser has asked for.
 *
 * @see Transfers.find
 */
export const findTransfer: Transfers['find'] = ({ network, ...claim }) =>
  search(firmNodesOf(network), { ...claim, life: requestLife })

/** @param life How many blocks the wallet may still hold the request after it was asked. */
export async function search(
  ask: Ask,
  { others = [], life = 0, ...claim }: search.Parameters,
): Promise<Found> {
  const { transfer, asked } = claim
  const terms = readAskedTerms(asked)
  if (terms === undefined) return { status: 'open' }
  // Asked first: what a block has taken until then is among the transactions read after it.
  const isOver = await isPast(ask, asked, life)
  const { listed, isAll } = await listSince(ask, transfer.from, terms)
  // The wallet may have made it of the request, as long as it had that.
  const last = terms.slot === undefined ? Number.POSITIVE_INFINITY : terms.slot + margin + requestLife
  const candidates = listed.filter(({ signature, slot }) => slot <= last && !others.includes(signature))
  let isKnown = isAll && candidates.length <= mostRead
  let by: string | undefined
  for (const { signature } of candidates.slice(0, mostRead)) {
    const likeness = await readLikeness(ask, signature, claim)
    if (likeness === 'ours') return { status: 'sent', sent: { kind: 'transaction', id: signature } }
    // The node lists it, but does not have it: it may be the transfer.
    if (likeness === undefined) isKnown = false
    else if (likeness !== 'other' && likeness !== 'failed') by ??= signature
  }
  if (by !== undefined) return { status: 'open', by }
  if (!isKnown) return { status: 'open', isUnread: true }
  return { status: isOver ? 'used' : 'open' }
}

export declare namespace search {
  type Parameters = Claim & {
    readonly others?: readonly string[] | undefined
    readonly life?: number | undefined
  }
}

/** The account's transactions since the wallet was asked, oldest first; and whether these are all. */
async function listSince(ask: Ask, address: string, { newest, slot = 0 }: Since) {
  const listed: v.InferOutput<typeof signaturesSchema> = []
  let before: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const options = {
      limit: pageSize,
      commitment,
      ...(newest && { until: newest }),
      ...(before && { before }),
    }
    const some = await ask('getSignaturesForAddress', [address, options], signaturesSchema)
    const later = some.filter((one) => one.slot > slot)
    listed.push(...later)
    if (later.length < pageSize) return { listed: listed.reverse(), isAll: true }
    before = some.at(-1)?.signature
  }
  return { listed: listed.reverse(), isAll: false }
}

type Since = { readonly newest?: string | undefined; readonly slot?: number | undefined }

/** Whether no block can contain the transaction any more, by its blockhash. */
export async function isPast(ask: Ask, asked: Asked | undefined, life = 0): Promise<boolean> {
  const terms = readAskedTerms(asked)
  if (terms === undefined) return false
  const height = await ask('getBlockHeight', [{ commitment: 'finalized' }], count)
  return height > terms.lastValid + margin + life
}
