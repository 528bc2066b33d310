import type { CaipNetworkId } from 'latchkey/protocol'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import type { Context } from '../../shared/context.js'
import { entryOf } from '../settings.js'
import { nativeAddress } from '../tokens.js'
import { readLimited } from '../web/readLimited.js'
import { type PriceUnits, toPriceUnits } from './price.js'
import type { PriceSource } from './prices.js'

type Address = `0x${string}`

/** A price service that did not do its work. The message names neither its address nor its key. */
export class PriceError extends Error {
  override readonly name = 'PriceError'
}

/** Milliseconds for an answer, bytes of one, and contracts in one request: an address must stay short enough. */
const timeout = 4_000
const answerSize = 1024 * 1024
const contractsAtOnce = 100
/** How long a service that is full is left alone, in seconds: where it does not say, and at most. */
const usualWait = 60
const longestWait = 3_600

/** What the well-known service calls chains and their own coin. */
const wellKnown = [
  'eip155:1=ethereum/ethereum',
  'eip155:10=optimistic-ethereum/ethereum',
  'eip155:56=binance-smart-chain/binancecoin',
  'eip155:100=xdai/xdai',
  'eip155:137=polygon-pos/polygon-ecosystem-token',
  'eip155:8453=base/ethereum',
  'eip155:42161=arbitrum-one/ethereum',
  'eip155:43114=avalanche/avalanche-2',
]

const answerSchema = v.record(v.string(), v.unknown())

/** Until when the service said it is full; all chains share its allowance. */
const busyUntil = new WeakMap<Context, number>()

/**
 * Prices by a CoinGecko-compatible service; `undefined` where the settings name none, or it has no name for the chain.
 *
 * - `GET /simple/token_price/:platform` and, for the chain's own coin, `GET /simple/price`.
 * - After a 429 it is left alone for as long as it says.
 */
export function createPriceApi(context: Context, chainId: CaipNetworkId): PriceSource | undefined {
  const { settings, clock } = context
  const { priceUrl, priceKey } = settings
  const [platform, coin] = entryOf([...settings.pricePlatforms, ...wellKnown], chainId)?.split('/') ?? []
  if (priceUrl === undefined || platform === undefined || coin === undefined) return undefined
  const header = new URL(priceUrl).hostname.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const headers = { accept: 'application/json', ...(priceKey === undefined ? {} : { [header]: priceKey }) }

  async function ask(path: string, query: { readonly [name: string]: string }) {
    if (clock.steadyNow() < (busyUntil.get(context) ?? 0)) throw new PriceError('full')
    const controller = new AbortController()
    const cancel = clock.setTimeout(() => controller.abort(), timeout)
    try {
      const search = new URLSearchParams({ ...query, vs_currencies: 'usd' })
      const response = await fetch(`${priceUrl}${path}?${search}`, {
        headers,
        // It has no reason to send its caller elsewhere, least of all to an address of this network.
        redirect: 'error',
        signal: controller.signal,
      })
      if (response.status === 429) {
        const wait = secondsOf(response.headers.get('retry-after'))
        busyUntil.set(context, clock.steadyNow() + wait * 1_000)
      }
      if (!response.ok) {
        await response.body?.cancel()
        throw new PriceError(`HTTP ${response.status}`)
      }
      const body = await readLimited(response, answerSize)
      if (body === undefined) throw new PriceError('answered too much')
      return readAnswer(Buffer.from(body).toString('utf8'))
    } catch (error) {
      throw error instanceof PriceError ? error : new PriceError('unreachable')
    } finally {
      cancel()
    }
  }

  return {
    name: 'priceApi',
    async read(tokens) {
      const contracts = tokens.map(({ address }) => address).filter((address) => address !== nativeAddress)
      const parts = await Promise.all([
        ...(contracts.length === tokens.length
          ? []
          : [
              ask('/simple/price', { ids: coin }).then((prices): [Address, PriceUnits][] => {
                const price = prices.get(coin)
                return price === undefined ? [] : [[nativeAddress, price]]
              }),
            ]),
        ...slices(contracts, contractsAtOnce).map(async (part) => {
          const asked = new Set(part)
          const prices = await ask(`/simple/token_price/${platform}`, { contract_addresses: part.join(',') })
          return [...prices].flatMap(([key, price]): [Address, PriceUnits][] => {
            const address = isAddress(key, { strict: false }) ? getAddress(key) : undefined
            return address !== undefined && asked.has(address) ? [[address, price]] : []
          })
        }),
      ])
      return new Map(parts.flat())
    },
  }
}

/** `{ "0xab…": { "usd": 1.01 } }`; whatever is no price is left out. */
function readAnswer(text: string): ReadonlyMap<string, PriceUnits> {
  const result = v.safeParse(answerSchema, parse(text))
  if (!result.success) throw new PriceError('not the prices')
  return new Map(
    Object.entries(result.output).flatMap(([key, value]): [string, PriceUnits][] => {
      const price = v.is(v.object({ usd: v.number() }), value) ? toPriceUnits(value.usd) : undefined
      return price === undefined ? [] : [[key, price]]
    }),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PriceError('not JSON')
  }
}

function secondsOf(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  if (retryAfter === null || !Number.isFinite(seconds) || seconds <= 0) return usualWait
  return Math.min(seconds, longestWait)
}

function slices<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
