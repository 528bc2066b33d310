import type { Context } from '../../shared/context.js'
import type { Copies } from '../sources/countPayouts.js'
import { createApi } from '../sources/createApi.js'
import { isPossibleTime } from '../sources/fields.js'
import { NotOffered } from '../sources/NotOffered.js'
import type { Supplier } from '../sources/Supplier.js'
import { createScanHoldings } from '../sources/scanHoldings.js'
import type { SourceEntry } from '../sources/sourceEntry.js'
import { endBlockOf, entriesAfter, newestFirst, toPage, withListed } from '../sources/toPage.js'
import type { Entry, Hex, Place } from './Entry.js'
import type { Collectible } from './Known.js'
import { listedOn } from './listedOn.js'
import { createScanApi, type ScanPart } from './scanApi.js'
import { type ScanList, scanLists } from './scanLists.js'
import { createScanPayouts } from './scanPayouts.js'
import {
  copiedPayouts,
  factsOf,
  isRepeated,
  isTokenList,
  type ScanRow,
  type ScanRows,
  toEntry,
  tokenOf,
} from './scanRow.js'

/** Rows requested per list; the next size is used only if a single block has more rows. */
const counts = [100, 1_000, 10_000]
/** Transfers of each kind of collectible in one answer, and most answers read for each. */
const [rowsAtOnce, answersAtOnce] = [1_000, 3]

type Parts = ReadonlyMap<ScanList, ScanPart>
type Lists = ReadonlyMap<ScanList, readonly ScanRow[]>
type Span = {
  readonly entries: readonly Entry[]
  /** The lists are complete above this block; absent if they are complete. */
  readonly bound?: number | undefined
  readonly lists: Lists
  /** Lists that the explorer does not keep. */
  readonly missing: readonly ScanList[]
}

/** Reads the history from a block explorer, which has indexed the whole chain. Stores nothing. */
export function createScanSource(context: Context, entry: SourceEntry, closing: AbortSignal): Supplier {
  const { chainId, kind, url } = entry
  const api = createApi(context, entry, closing)
  const scan = createScanApi(api, url)
  const listed = listedOn(chainId, context.settings.tokens)
  const isPaidByChain = createScanPayouts(context.clock, scan, chainId)

  /** Requests the lists one after the other, because explorers limit the request rate. */
  async function readLists(account: Hex, endBlock: number | undefined, count: number): Promise<Parts> {
    const parts = new Map<ScanList, ScanPart>()
    for (const name of scanLists) parts.set(name, await scan.list(name, { account, endBlock, count }))
    return parts
  }

  async function readSpan(
    account: Hex,
    { before, limit }: { readonly before: Place | undefined; readonly limit: number },
  ): Promise<Span> {
    for (const count of counts.filter((one) => one >= limit)) {
      const parts = await readLists(account, endBlockOf(before), count)
      const cuts = [...parts.values()].filter(({ isFull, rows }) => isFull && rows.length > 0)
      // A truncated list may miss rows of its last block, which is left to the next page.
      const last = Math.max(-1, ...cuts.map(({ rows }) => Math.min(...rows.map((row) => row.blockNumber))))
      const lists = new Map([...parts].map(([name, { rows }]) => [name, rows]))
      const missing = scanLists.filter((name) => parts.get(name)?.isMissing === true)
      const bound = count === counts.at(-1) ? last - 1 : last
      const entries = group(lists, account, context.clock.now())
      const isEnough = entriesAfter({ entries, partial: none, bound }, before).length > 0
      if (isEnough || cuts.length === 0 || count === counts.at(-1)) {
        return { entries, lists, missing, ...(cuts.length === 0 ? {} : { bound }) }
      }
    }
    throw new Error('no count of rows')
  }

  return {
    name: kind,
    health: api.health,
    async page(account, query) {
      const { lists, missing, ...found } = await readSpan(account, query)
      const facts = [...lists].flatMap(([name, rows]) => (isTokenList(name) ? rows : []))
      const page = toPage({ ...found, partial: partialIn(lists) }, query)
      // A page that is the whole history is held against the balance instead.
      const isPart = page.floor !== undefined || query.before !== undefined
      const isLacking = missing.includes('txlistinternal') || (isPart && (await isPaidByChain(account)))
      return {
        ...page,
        repeated: repeatedIn(lists),
        copies: copiesIn(lists),
        facts: withListed(
          facts.flatMap((row) => {
            const own = factsOf(row)
            return own === undefined ? [] : [own]
          }),
          listed,
        ),
        ...(isLacking && { lacks: ['payouts'] as const }),
      }
    },
    async collectibles(account) {
      const parts: ScanPart[] = []
      let isCut = false
      for (const name of ['tokennfttx', 'token1155tx'] as const) {
        for (let page = 1; page <= answersAtOnce; page++) {
          const part = await scan.list(name, { account, count: rowsAtOnce, page })
          parts.push(part)
          if (!part.isFull) break
          isCut ||= page === answersAtOnce
        }
      }
      if (parts.every(({ isMissing }) => isMissing === true)) throw new NotOffered('does not offer this')
      const rows = parts.flatMap((part) => part.rows)
      const found = new Map<string, Collectible>()
      for (const row of rows.sort((left, right) => right.blockNumber - left.blockNumber)) {
        for (const { standard, token, tokenId, to } of tokenOf(row)) {
          if (standard === 'native' || standard === 'ERC20' || to !== account) continue
          if (token !== undefined && tokenId !== undefined) {
            found.set(`${token} ${tokenId}`, { token, tokenId, standard })
          }
        }
      }
      return { items: [...found.values()], isCut }
    },
    holdings: createScanHoldings(scan, kind),
  }
}

const none: ReadonlySet<Hex> = new Set()

/** Newest first. */
function group(lists: Lists, account: Hex, now: number): readonly Entry[] {
  return [...byHash(lists).values()]
    .flatMap((rows) => toEntry(rows, account) ?? [])
    .filter(({ minedAt }) => isPossibleTime(minedAt, now))
    .sort(newestFirst)
}

function byHash(lists: Lists): ReadonlyMap<string, ScanRows> {
  const found = new Map<string, Map<ScanList, ScanRow[]>>()
  for (const [name, rows] of lists) {
    for (const row of rows) {
      const own = found.get(row.hash) ?? new Map<ScanList, ScanRow[]>()
      own.set(name, [...(own.get(name) ?? []), row])
      found.set(row.hash, own)
    }
  }
  return found
}

function repeatedIn(lists: Lists): ReadonlySet<Hex> {
  return new Set([...byHash(lists)].flatMap(([hash, rows]) => (isRepeated(rows) ? [hash as Hex] : [])))
}

function copiesIn(lists: Lists): Copies {
  const copies = [...byHash(lists)].map(([hash, rows]) => [hash as Hex, copiedPayouts(rows)] as const)
  return new Map(copies.filter(([, found]) => found.length > 0))
}

/** The list of coin that contracts paid out says nothing of the transaction's place in its block. */
function partialIn(lists: Lists): ReadonlySet<Hex> {
  const all = [...lists.values()].flat()
  const placed = new Set(all.flatMap((row) => (row.transactionIndex === undefined ? [] : [row.hash])))
  return new Set(all.flatMap(({ hash }) => (placed.has(hash) ? [] : [hash as Hex])))
}
