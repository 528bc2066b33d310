import * as v from 'valibot'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import type { Hex, Place } from '../history/Entry.js'
import type { Collectible } from '../history/Known.js'
import { listedOn } from '../history/listedOn.js'
import { createApi } from './createApi.js'
import {
  addressField,
  countField,
  dateField,
  decimalUnits,
  isPossibleTime,
  perhaps,
  readMost,
  readRows,
  toFacts,
} from './fields.js'
import { factsOf, type GoldrushItem, goldrushSchema, toEntry } from './goldrushRow.js'
import type { Holding, Supplier } from './Supplier.js'
import type { SourceEntry } from './sourceEntry.js'
import { endBlockOf, entriesAfter, toPage, withListed } from './toPage.js'

/** Most of the indexer's pages read for one of ours. */
const pagesAtOnce = 5
/** How many accounts' pages are remembered. */
const maxPages = 500

const dataSchema = v.object({ data: v.unknown() })
const transactionsSchema = v.object({
  address: addressField,
  chain_id: countField,
  links: perhaps(v.object({ prev: perhaps(v.nullable(v.string())) })),
  items: v.pipe(v.array(v.unknown()), v.maxLength(1_000)),
})
const balancesSchema = v.object({
  address: addressField,
  chain_id: countField,
  items: v.pipe(v.array(v.unknown()), v.maxLength(5_000)),
})
const balanceSchema = v.object({
  contract_address: addressField,
  contract_decimals: perhaps(v.number()),
  contract_name: perhaps(v.string()),
  contract_ticker_symbol: perhaps(v.string()),
  native_token: perhaps(v.boolean()),
  is_spam: perhaps(v.nullable(v.boolean())),
  balance: decimalUnits,
})

const nftsSchema = v.object({
  address: addressField,
  /** The documentation does not name it here. */
  chain_id: perhaps(countField),
  items: v.pipe(v.array(v.unknown()), v.maxLength(5_000)),
})
const nftSchema = v.object({ token_id: decimalUnits })
const collectionSchema = v.object({
  contract_address: addressField,
  supports_erc: v.pipe(v.array(v.string()), v.maxLength(50)),
  is_spam: perhaps(v.nullable(v.boolean())),
  last_transfered_at: perhaps(dateField),
  nft_data: v.array(v.unknown()),
})
/** Most collectibles of one account. */
const collectibleLimit = 5_000

/** The indexer's own pages of one account, by number: the highest block on each. */
type Pages = Map<number, number>

/** Reads histories and tokens from GoldRush (Covalent). */
export function createGoldrush(context: Context, entry: SourceEntry, closing: AbortSignal): Supplier {
  const { chainId, kind, url } = entry
  const api = createApi(context, entry, closing)
  const listed = listedOn(chainId, context.settings.tokens)
  const known = new Map<Hex, Pages>()
  const base = new URL(url)
  const key = base.searchParams.get('key') ?? ''
  base.search = ''

  async function ask<schema extends v.GenericSchema<unknown, Owned>>(
    account: Hex,
    path: string,
    schema: schema,
  ): Promise<v.InferOutput<schema>> {
    const number = chainId.slice('eip155:'.length)
    const address = `${base.href.replace(/\/+$/, '')}/${number}/address/${account}/${path}`
    const request = { url: address, headers: { authorization: `Bearer ${key}` } }
    return api.ask(request, (json) => {
      const data = v.safeParse(schema, v.is(dataSchema, json) ? json.data : undefined)
      if (!data.success) throw new NodeError('an answer in no known form')
      const { chain_id: told } = data.output
      if (told !== undefined && String(told) !== number) throw new NodeError('answers for another chain')
      if (data.output.address !== account) throw new NodeError('answers for another account')
      return data.output
    })
  }

  function pagesOf(account: Hex): Pages {
    const pages = known.get(account) ?? new Map<number, number>()
    known.delete(account)
    known.set(account, pages)
    const [oldest] = known.keys()
    if (known.size > maxPages && oldest !== undefined) known.delete(oldest)
    return pages
  }

  /** Pages are numbered from the oldest, so what is on a page stays there. */
  function startOf(pages: Pages, before: Place | undefined): number | undefined {
    const end = endBlockOf(before)
    const reaching = [...pages].filter(([, highest]) => end !== undefined && highest >= end)
    return reaching.length === 0 ? undefined : Math.min(...reaching.map(([number]) => number))
  }

  async function readPage(
    account: Hex,
    query: { readonly before: Place | undefined; readonly limit: number },
  ) {
    const pages = pagesOf(account)
    const items: GoldrushItem[] = []
    let number = startOf(pages, query.before)
    for (let count = 1; ; count++) {
      const path = number === undefined ? 'transactions_v3/' : `transactions_v3/page/${number}/`
      const data = await ask(account, path, transactionsSchema)
      const read = readMost(data.items, goldrushSchema)
      items.push(...read.filter((item) => isPossibleTime(item.block_signed_at, context.clock.now())))
      if (number !== undefined) pages.set(number, Math.max(0, ...read.map((item) => item.block_height)))
      number = numberIn(data.links?.prev)
      const entries = items.flatMap((item) => toEntry(item, account) ?? [])
      const lowest = Math.min(...items.map((item) => item.block_height))
      const found = { entries, partial: none, ...(number === undefined ? {} : { bound: lowest }) }
      const after = entriesAfter(found, query.before).length
      if (number === undefined || after >= query.limit) return { found, items }
      if (count < pagesAtOnce) continue
      if (after === 0) throw new NodeError('has this too far back')
      return { found, items }
    }
  }

  return {
    name: kind,
    health: api.health,
    async page(account, query) {
      const { found, items } = await readPage(account, query)
      const page = toPage(found, query)
      return {
        ...page,
        // The nonce and the call are not told, of nobody's transactions.
        partial: new Set(page.entries.map(({ hash }) => hash)),
        facts: withListed(items.flatMap(factsOf), listed),
        lacks: ['payouts'],
      }
    },
    async collectibles(account) {
      const { items } = await ask(account, 'balances_nft/?no-nft-asset-metadata=true', nftsSchema)
      const newest = (one: v.InferOutput<typeof collectionSchema>) => one.last_transfered_at ?? 0
      const all = [...readRows(items, collectionSchema)]
        .sort((left, right) => newest(right) - newest(left))
        .flatMap(collectiblesOf)
      return { items: all.slice(0, collectibleLimit), isCut: all.length > collectibleLimit }
    },
    async holdings(account) {
      const { items } = await ask(account, 'balances_v2/', balancesSchema)
      const held = readRows(items, balanceSchema).flatMap((item): readonly Holding[] => {
        const units = BigInt(item.balance)
        if (item.native_token === true) return [{ units }]
        if (item.is_spam === true) return []
        // Without decimals the token's contract is asked.
        if (item.contract_decimals === undefined) return [{ token: item.contract_address, units }]
        const facts = toFacts(item.contract_name, item.contract_ticker_symbol, item.contract_decimals)
        return [{ token: item.contract_address, units, facts }]
      })
      return { items: held, isCut: false }
    },
  }
}

type Owned = { readonly address: Hex; readonly chain_id?: number | undefined }

/** The collectibles of one collection. What is both kinds at once is asked for as the newer one. */
function collectiblesOf(collection: v.InferOutput<typeof collectionSchema>): readonly Collectible[] {
  const kinds = collection.supports_erc.map((kind) => kind.toLowerCase())
  const standard = kinds.includes('erc1155') ? 'ERC1155' : kinds.includes('erc721') ? 'ERC721' : undefined
  if (standard === undefined || collection.is_spam === true) return []
  const token = collection.contract_address
  return readRows(collection.nft_data, nftSchema).map(({ token_id: tokenId }) => ({
    token,
    tokenId,
    standard,
  }))
}

const none: ReadonlySet<Hex> = new Set()

/** Takes only the page's number from a link: the service goes where its settings say. */
function numberIn(link: string | null | undefined): number | undefined {
  const [, number] = /\/transactions_v3\/page\/(\d{1,7})\/?(\?|$)/.exec(link ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}
