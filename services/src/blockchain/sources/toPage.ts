import { NodeError } from '../../outbound/post.js'
import type { Entry, Hex, Place } from '../history/Entry.js'
import type { Facts } from '../history/Known.js'
import type { TokenFacts } from '../history/tokenFacts.js'
import type { Token } from '../tokens.js'
import type { SuppliedPage } from './Supplier.js'

/** Newest first. */
export function newestFirst(left: Place, right: Place): number {
  return right.minedAt - left.minedAt || right.block - left.block || right.index - left.index
}

export function isBelow(place: Place, before: Place | undefined): boolean {
  return before === undefined || newestFirst(before, place) < 0
}

export function placeOf({ minedAt, block, index }: Place): Place {
  return { minedAt, block, index }
}

/** The last block that a page after this place may contain. A place from another chain has no block on this one. */
export function endBlockOf(before: Place | undefined): number | undefined {
  return before === undefined || before.block <= 0 || before.block === Number.MAX_SAFE_INTEGER
    ? undefined
    : before.block
}

/** Takes the details of listed tokens from the list. */
export function withListed(
  facts: Iterable<readonly [Hex, Facts]>,
  listed: ReadonlyMap<Hex, Token>,
): ReadonlyMap<Hex, TokenFacts> {
  return new Map(
    [...facts].map(([token, own]) => {
      const entry = listed.get(token)
      return [token, { ...(entry ?? own), iconUrl: entry?.iconUrl ?? '', isListed: entry !== undefined }]
    }),
  )
}

type Found = {
  readonly entries: readonly Entry[]
  readonly partial: ReadonlySet<Hex>
  /** Blocks at and below this one may be incomplete; absent if the entries are all there are. */
  readonly bound?: number | undefined
}

type Query = { readonly before: Place | undefined; readonly limit: number }

/** Returns the entries that a page after a place may show, newest first. */
export function entriesAfter({ entries, partial, bound = -1 }: Found, before: Place | undefined): Entry[] {
  const isInReach = (entry: Entry) =>
    isBelow(entry, before) || (partial.has(entry.hash) && entry.block === before?.block)
  return entries.filter((entry) => entry.block > bound && isInReach(entry)).sort(newestFirst)
}

/**
 * Cuts what an indexer found to a page. If an entry's index in its block is unknown, the page ends between two blocks:
 * the chain tells the entry's place later.
 *
 * @throws `NodeError` if the indexer may have more and nothing of what it told is complete
 */
export function toPage(
  found: Found,
  { before, limit }: Query,
): Pick<SuppliedPage, 'entries' | 'floor' | 'partial'> {
  const { partial, bound } = found
  const entries = entriesAfter(found, before)
  let end = Math.min(limit, entries.length)
  const isWithinBlock = () => end < entries.length && entries[end]?.block === entries[end - 1]?.block
  if (entries.some(({ hash }) => partial.has(hash))) while (isWithinBlock()) end++
  const shown = entries.slice(0, end)
  const last = shown.at(-1)
  if (bound === undefined && end === entries.length) return { entries: shown, partial }
  if (last === undefined) throw new NodeError('has more in one block than it tells')
  return { entries: shown, partial, floor: placeOf(last) }
}
