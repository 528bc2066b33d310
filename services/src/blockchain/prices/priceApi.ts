import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import { fetchUpstream, UpstreamError } from '../../outbound/fetchUpstream.js'
import { expectStatus, NodeError, ServerBusy } from '../../outbound/post.js'
import { currentTurn } from '../../outbound/turns.js'
import { queueOf } from '../../outbound/upstreams.js'
import type { Context } from '../../shared/context.js'
import { parseJsonOr } from '../../shared/parseJsonOr.js'
import { familyPlatforms } from '../families/priceNames.js'
import { entryOf } from '../settings.js'
import { nativeAddress } from '../tokens.js'
import type { PriceSource } from './PriceSource.js'
import { type SourcePrice, toPriceUnits } from './price.js'
import { takePriceRequests } from './priceShare.js'
import { slices } from './slices.js'

type Address = string

/** Timeout in milliseconds, bytes of one answer, and contracts per request, which keeps the URL short enough. */
const timeout = 4_000
const answerSize = 1024 * 1024
const contractsAtOnce = 100
/** Requests that the service gets at once. */
const requestsAtOnce = 4
/** How long it is left alone after a 429 without `Retry-After`, in milliseconds: such services count by minutes. */
const usualPause = 60_000

/** CoinGecko's ids for chains and their own coins. */
const wellKnown: readonly string[] = [
  'eip155:1=ethereum/ethereum',
  'eip155:10=optimistic-ethereum/ethereum',
  'eip155:56=binance-smart-chain/binancecoin',
  'eip155:100=xdai/xdai',
  'eip155:137=polygon-pos/polygon-ecosystem-token',
  'eip155:8453=base/ethereum',
  'eip155:42161=arbitrum-one/ethereum',
  'eip155:43114=avalanche/avalanche-2',
  ...familyPlatforms,
]

const answerSchema = v.record(v.string(), v.unknown())

/**
 * Reads prices from a CoinGecko-compatible service; `undefined` if none is configured or it has no name for the chain.
 *
 * - `GET /simple/token_price/:platform` and, for the chain's own coin, `GET /simple/price`.
 * - All chains share its queue, which keeps to `LATCHKEY_PRICE_PER_MINUTE`; each client has a share of it.
 * - After a 429 it makes no requests for as long as the service says.
 */
export function createPriceApi(context: Context, chainId: CaipNetworkId): PriceSource | undefined {
  const { settings, clock } = context
  const { priceUrl, priceKey } = settings
  const [platform, coin] = entryOf([...settings.pricePlatforms, ...wellKnown], chainId)?.split('/') ?? []
  if (priceUrl === undefined || platform === undefined || coin === undefined) return undefined
  const header = new URL(priceUrl).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const asking = { accept: 'application/json', ...(priceKey === undefined ? {} : { [header]: priceKey }) }

  const queue = queueOf(context, {
    url: priceUrl,
    perMinute: settings.pricePerMinute,
    atOnce: requestsAtOnce,
    chain: 'all',
    source: 'prices',
  })

  async function ask(path: string, query: { readonly [name: string]: string }) {
    const work = async (signal: AbortSignal) => {
      const search = new URLSearchParams({ ...query, vs_currencies: 'usd', include_last_updated_at: 'true' })
      const address = `${priceUrl}${path}?${search}`
      const answer = await fetchUpstream(settings, address, {
        headers: asking,
        size: answerSize,
        signal,
      }).catch((error: unknown): never => {
        throw new NodeError(error instanceof UpstreamError ? error.message : 'unreachable')
      })
      try {
        expectStatus(answer)
      } catch (error) {
        throw error instanceof ServerBusy ? new ServerBusy(error.message, error.pause ?? usualPause) : error
      }
      return readAnswer(answer.text, clock.now())
    }
    return queue.run(work, { turn: currentTurn(context), within: timeout })
  }

  return {
    name: 'priceApi',
    async read(tokens) {
      const contracts = tokens.map(({ address }) => address).filter((address) => address !== nativeAddress)
      const lists = slices(contracts, contractsAtOnce)
      const count = lists.length + Number(contracts.length < tokens.length)
      takePriceRequests(context, count)
      const parts = await Promise.all([
        ...(contracts.length === tokens.length
          ? []
          : [
              ask('/simple/price', { ids: coin }).then((prices): [Address, SourcePrice][] => {
                const price = prices.get(coin)
                return price === undefined ? [] : [[nativeAddress, price]]
              }),
            ]),
        ...lists.map(async (part) => {
          const asked = new Set(part)
          const prices = await ask(`/simple/token_price/${platform}`, { contract_addresses: part.join(',') })
          return [...prices].flatMap(([key, price]): [Address, SourcePrice][] => {
            const address = isAddress(key, { strict: false }) ? getAddress(key) : key
            return asked.has(address) ? [[address, price]] : []
          })
        }),
      ])
      return new Map(parts.flat())
    },
  }
}

const priceSchema = v.object({
  usd: v.number(),
  /** Epoch seconds. */
  last_updated_at: v.optional(
    v.fallback(v.union([v.pipe(v.number(), v.minValue(0)), v.undefined()]), undefined),
  ),
})

/** Reads `{ "0xab…": { "usd": 1.01, "last_updated_at": 1760000000 } }`, skipping invalid prices. */
function readAnswer(text: string, now: number): ReadonlyMap<string, SourcePrice> {
  const result = v.safeParse(
    answerSchema,
    parseJsonOr(text, () => new NodeError('not JSON')),
  )
  if (!result.success) throw new NodeError('not the prices')
  return new Map(
    Object.entries(result.output).flatMap(([key, value]): [string, SourcePrice][] => {
      const read = v.safeParse(priceSchema, value)
      const units = read.success ? toPriceUnits(read.output.usd) : undefined
      if (!read.success || units === undefined) return []
      const { last_updated_at: seconds } = read.output
      // A price of the future is as old as this answer.
      return [[key, { units, at: seconds === undefined ? now : Math.min(seconds * 1_000, now) }]]
    }),
  )
}
