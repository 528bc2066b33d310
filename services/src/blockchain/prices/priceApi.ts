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
import { ShareUsedUp, takePriceRequest } from './priceShare.js'
import { slices } from './slices.js'

type Address = string

/** Timeout in milliseconds, and bytes of one answer. */
const timeout = 4_000
const answerSize = 1024 * 1024
/** Most contracts of one request, which keeps the URL short enough. Without a key, services allow far fewer. */
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

/** What a service says of a request for more contracts than it allows (CoinGecko's error 10012), and of keys and plans. */
const aboutTheNumber = /\b10012\b|exceed|too many/i
const aboutTheKey = /\b100(02|05|10|11)\b/
/** Contracts that the service answers in one request, as far as is known: for all chains, which share one key. */
const sizes = new WeakMap<Context, { most: number; learnedAt: number }>()
/** How long that counts, in milliseconds: the service may allow more by then. */
const sizeLife = 6 * 3_600_000

/** The service refused one request, which says nothing about others. */
class Refused extends NodeError {
  override readonly isOfTheCall = true
  /** Whether a smaller request may be answered. */
  readonly isPerhapsOfTheNumber: boolean
  /** Whether the service says so. */
  readonly isOfTheNumber: boolean

  constructor({ status, text }: { readonly status: number; readonly text: string }) {
    super(`HTTP ${status}`)
    this.isPerhapsOfTheNumber = status === 400 && !aboutTheKey.test(text)
    this.isOfTheNumber = this.isPerhapsOfTheNumber && aboutTheNumber.test(text)
  }
}

/**
 * Reads prices from a CoinGecko-compatible service; `undefined` if none is configured or it has no name for the chain.
 *
 * - `GET /simple/token_price/:platform` and, for the chain's own coin, `GET /simple/price`.
 * - A request that it refuses with 400 is asked again in halves, and the size that works is remembered. The other parts
 *   of a reading, and other readings, do not suffer from it.
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

  const size = sizes.get(context) ?? { most: contractsAtOnce, learnedAt: clock.steadyNow() }
  sizes.set(context, size)

  async function ask(path: string, query: { readonly [name: string]: string }) {
    takePriceRequest(context)
    const work = async (signal: AbortSignal) => {
      const search = new URLSearchParams({ ...query, vs_currencies: 'usd', include_last_updated_at: 'true' })
      const address = `${priceUrl}${path}?${search}`
      const answer = await fetchUpstream(settings, address, {
        headers: asking,
        size: answerSize,
        read: [400],
        signal,
      }).catch((error: unknown): never => {
        throw new NodeError(error instanceof UpstreamError ? error.message : 'unreachable')
      })
      if (answer.status === 400 || answer.status === 404) throw new Refused(answer)
      try {
        expectStatus(answer)
      } catch (error) {
        throw error instanceof ServerBusy ? new ServerBusy(error.message, error.pause ?? usualPause) : error
      }
      return readAnswer(answer.text, clock.now())
    }
    return queue.run(work, { turn: currentTurn(context), within: timeout })
  }

  async function readCoin(id: string): Promise<Part> {
    const price = (await ask('/simple/price', { ids: id })).get(id)
    return { prices: price === undefined ? [] : [[nativeAddress, price]], failures: [] }
  }

  async function askPart(part: readonly Address[]): Promise<Part> {
    const asked = new Set(part)
    const told = await ask(`/simple/token_price/${platform}`, { contract_addresses: part.join(',') })
    const prices = [...told].flatMap(([key, price]): [Address, SourcePrice][] => {
      const address = isAddress(key, { strict: false }) ? getAddress(key) : key
      return asked.has(address) ? [[address, price]] : []
    })
    return { prices, failures: [] }
  }

  /** Reads a part, in smaller ones if the service refuses it. */
  async function readPart(part: readonly Address[]): Promise<Part> {
    try {
      return await askPart(part)
    } catch (error) {
      if (!(error instanceof Refused && error.isPerhapsOfTheNumber) || part.length === 1) throw error
      const half = Math.ceil(part.length / 2)
      const learn = () => {
        size.most = Math.min(size.most, half)
        size.learnedAt = clock.steadyNow()
      }
      if (error.isOfTheNumber) learn()
      // The first one finds out how many the service allows.
      const first = await settled(part.slice(0, half), readPart)
      const rest = slices(part.slice(half), Math.min(size.most, half))
      const whole = together([first, ...(await Promise.all(rest.map((one) => settled(one, readPart))))])
      // A single wrong address would still be refused.
      if (whole.failures.length === 0) learn()
      return whole
    }
  }

  return {
    name: 'priceApi',
    async read(tokens, onFailed) {
      const contracts = tokens.map(({ address }) => address).filter((address) => address !== nativeAddress)
      const hasCoin = contracts.length < tokens.length
      if (clock.steadyNow() - size.learnedAt >= sizeLife) size.most = contractsAtOnce
      const parts = await Promise.all([
        ...(hasCoin ? [settled([nativeAddress], () => readCoin(coin))] : []),
        ...slices(contracts, size.most).map((part) => settled(part, readPart)),
      ])
      const { prices, failures } = together(parts)
      // That a share is used up counts most: then other clients may still ask for these tokens.
      const failure = failures.find(({ error }) => error instanceof ShareUsedUp) ?? failures[0]
      const failed = failures.flatMap(({ addresses }) => addresses)
      if (failure !== undefined && failed.length === tokens.length) throw failure.error
      for (const { addresses, error } of failures) onFailed?.(addresses, error)
      return new Map(prices)
    },
  }
}

/** What was read of some tokens. */
type Part = {
  readonly prices: readonly (readonly [Address, SourcePrice])[]
  readonly failures: readonly { readonly addresses: readonly Address[]; readonly error: unknown }[]
}

async function settled(
  addresses: readonly Address[],
  read: (addresses: readonly Address[]) => Promise<Part>,
): Promise<Part> {
  try {
    return await read(addresses)
  } catch (error) {
    return { prices: [], failures: [{ addresses, error }] }
  }
}

function together(parts: readonly Part[]): Part {
  return {
    prices: parts.flatMap(({ prices }) => prices),
    failures: parts.flatMap(({ failures }) => failures),
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
