import { type CaipNetworkId, formatUnits, type Transaction, type Transfer } from 'latchkey/protocol'
import * as v from 'valibot'
import { NodeError, ServerBusy } from '../../../outbound/post.js'
import { onBehalfOf } from '../../../outbound/turns.js'
import type { Context } from '../../../shared/context.js'
import { HttpError } from '../../../shared/HttpError.js'
import { currentReadings, inBackground } from '../../budget/meter.js'
import { apiOf } from '../../sources/apiEntry.js'
import { createApi } from '../../sources/createApi.js'
import type { Coin } from '../createFamilyBalances.js'
import type { FamilyHistory } from '../Family.js'
import { accountOf } from './ss58.js'

/** Rows of one page; clients read at most a hundred transactions. */
const rowsAtOnce = 50
/** Pages that the API gives. */
const pageLimit = 100
/** Requests per second of the free plan; used where the operator says no rate. */
const usualRate = 5

const address = v.pipe(
  v.string(),
  v.check((text) => accountOf(text) !== undefined),
)
const units = v.pipe(v.string(), v.regex(/^\d{1,39}$/))
const rowSchema = v.object({
  /** Tells apart the transfers of one transaction. */
  transfer_id: v.fallback(v.optional(v.number()), undefined),
  from: address,
  to: address,
  hash: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/)),
  success: v.boolean(),
  block_timestamp: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e11)),
  /** In base units; `amount` is rounded for display. */
  amount_v2: units,
  asset_symbol: v.pipe(v.string(), v.maxLength(32)),
  /** Anybody can make an asset with the coin's symbol. */
  asset_type: v.literal('native'),
  fee: v.fallback(v.optional(units), undefined),
  nonce: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
})
type Row = v.InferOutput<typeof rowSchema>

const answerSchema = v.object({
  code: v.number(),
  data: v.nullish(v.object({ transfers: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(200))) })),
})
/** The API's code for too many requests. */
const busy = 20008

/**
 * Reads an account's transfers of the chain's coin from an API in the shape of Subscan's, where the operator has set up
 * one: nodes keep no index of accounts. It tells transfers alone, so the page says what it lacks.
 */
export function createSubscanHistory(
  context: Context,
  chainId: CaipNetworkId,
  coin: () => Promise<Coin>,
): FamilyHistory | undefined {
  const server = apiOf(context.settings.subscan, chainId, 'subscan', usualRate)
  if (server === undefined) return undefined
  const url = new URL(server.url)
  const key = url.searchParams.get('key')
  url.search = ''
  const base = url.href.replace(/\/+$/, '')
  const api = createApi(context, server, new AbortController().signal)

  async function read(owner: string, page: number) {
    const json = { address: owner, row: rowsAtOnce, page, direction: 'all', order: 'desc' }
    const headers: { readonly [name: string]: string } = key === null ? {} : { 'x-api-key': key }
    const told = await api.ask({ url: `${base}/api/v2/scan/transfers`, headers, json }, (answer) => {
      const result = v.safeParse(answerSchema, answer)
      if (result.success && result.output.code === busy) throw new ServerBusy('at its limit')
      if (!result.success || result.output.code !== 0) throw new NodeError('an answer in no known form')
      return result.output.data?.transfers ?? []
    })
    const own = await coin()
    const rows = told.flatMap((item) => {
      const row = v.safeParse(rowSchema, item)
      return row.success && row.output.asset_symbol === own.symbol ? [row.output] : []
    })
    const isFull = told.length >= rowsAtOnce
    return { rows, own, isLast: !isFull || page + 1 >= pageLimit, isCut: isFull && page + 1 >= pageLimit }
  }

  /** Reads a page, and before it the end of the last one from a transaction on that was not told there. */
  async function readFrom(owner: string, { page, held }: Place) {
    const before = held === undefined ? [] : (await read(owner, page - 1)).rows
    const found = await read(owner, page)
    const rows = withoutCopies([...before, ...found.rows])
    const start = rows.findIndex(({ hash }) => hash === held)
    // New transfers may have moved that transaction far down: the page then begins where it does.
    return { ...found, rows: start === -1 ? found.rows : rows.slice(start) }
  }

  return {
    source: 'subscan',
    async page(owner, cursor) {
      const place = readCursor(cursor)
      const readings = currentReadings()
      readings?.require()
      const { rows, own, isLast, isCut } = await onBehalfOf(owner, () =>
        inBackground(() => readFrom(owner, place)),
      )
      const byHash = new Map<string, Row[]>()
      for (const row of rows) byHash.set(row.hash, [...(byHash.get(row.hash) ?? []), row])
      // The last transaction may have more transfers on the next page. One that fills a whole page is not held back.
      const held = isLast || byHash.size < 2 ? undefined : rows.at(-1)?.hash
      if (held !== undefined) byHash.delete(held)
      const now = context.clock.now()
      return {
        data: [...byHash.values()].map((group) => describe(group, owner, { chainId, coin: own, now })),
        next: isLast ? null : `${place.page + 1}${held === undefined ? '' : `-${held}`}`,
        lacks: isCut ? ['failures', 'older'] : ['failures'],
      }
    },
  }
}

/** A page, and a transaction of the page before that is told with it. */
type Place = { readonly page: number; readonly held?: string | undefined }

/** @throws `INVALID_QUERY` */
function readCursor(cursor: string | undefined): Place {
  if (cursor === undefined) return { page: 0 }
  const [, page, held] = /^([1-9]\d?)(?:-(0x[0-9a-f]{64}))?$/.exec(cursor) ?? []
  if (page === undefined)
    throw new HttpError('INVALID_QUERY', { details: 'cursor: must be a cursor of this service' })
  return { page: Number(page), held }
}

/** Between two requests a new transfer may push one from the first page to the second. */
function withoutCopies(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<number>()
  return rows.filter(
    ({ transfer_id: id }) => id === undefined || (!seen.has(id) && seen.add(id) !== undefined),
  )
}

type Around = { readonly chainId: CaipNetworkId; readonly coin: Coin; readonly now: number }

/** Describes a transaction by its transfers of the account. */
function describe(rows: readonly Row[], owner: string, { chainId, coin, now }: Around): Transaction {
  const [first] = rows as readonly [Row]
  const isOut = rows.some(({ from }) => isSame(from, owner))
  return {
    id: `${chainId}:${first.hash}`,
    metadata: {
      operationType: isOut ? 'send' : 'receive',
      hash: first.hash,
      chain: chainId,
      minedAt: new Date(Math.min(first.block_timestamp * 1_000, now)).toISOString(),
      sentFrom: first.from,
      sentTo: first.to,
      status: first.success ? 'confirmed' : 'failed',
      nonce: first.nonce,
      ...(isOut && first.fee !== undefined ? { fee: formatUnits(BigInt(first.fee), coin.decimals) } : {}),
    },
    transfers: rows
      .filter(({ success }) => success)
      .slice(0, 100)
      .map(({ from, to, amount_v2 }): Transfer => {
        const [isSent, isReceived] = [isSame(from, owner), isSame(to, owner)]
        return {
          fungible_info: { name: coin.name, symbol: coin.symbol },
          direction: isSent ? (isReceived ? 'self' : 'out') : 'in',
          quantity: { numeric: formatUnits(BigInt(amount_v2), coin.decimals) },
          sender: from,
          recipient: to,
        }
      }),
  }
}

/** Whether two addresses are of one account: its number has a form for each network. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [accountOf(one), accountOf(other)]
  return left !== undefined && right !== undefined && Buffer.from(left).equals(right)
}
