import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { type PriceNames, priceNamesOf } from '../families/priceNames.js'
import { isPublicChain, nativeCoinOf } from '../nativeCoin.js'
import { createApi } from '../sources/createApi.js'
import { dateField, readRows } from '../sources/fields.js'
import type { PriceEntry } from '../sources/sourceEntry.js'
import { nativeAddress } from '../tokens.js'
import type { Priced, PriceSource } from './PriceSource.js'
import { readPriceText, type SourcePrice } from './price.js'
import { slices } from './slices.js'

type Address = string

/** Most tokens of one request, by the documentation. */
const tokensAtOnce = 25

const answerSchema = v.object({ data: v.pipe(v.array(v.unknown()), v.maxLength(100)) })
const prices = v.pipe(v.array(v.unknown()), v.maxLength(50))
const tokenSchema = v.object({ network: v.string(), address: v.pipe(v.string(), v.maxLength(64)), prices })
const coinSchema = v.object({ symbol: v.string(), prices })
const priceSchema = v.object({
  currency: v.pipe(v.string(), v.regex(/^usd$/i)),
  value: v.pipe(v.string(), v.maxLength(100)),
  lastUpdatedAt: dateField,
})

/**
 * Reads prices from Alchemy's Prices API: of tokens by address, and of a public chain's own coin by its symbol. Of other
 * chains' coins it knows nothing.
 */
export function createAlchemyPrices(context: Context, entry: PriceEntry): PriceSource {
  const { chainId, network, url } = entry
  const { clock } = context
  // The address names the chain in its query alone, but one key has one allowance for all chains.
  const allChains = new URL(url)
  allChains.search = ''
  const api = createApi(
    context,
    { ...entry, kind: 'alchemy', url: allChains.href },
    new AbortController().signal,
  )
  const { coin, write, read } = priceNamesOf(chainId) ?? eip155Names(chainId)
  const isOwnCoin = ({ address }: Priced) => address === nativeAddress

  function ask(path: string, json?: unknown) {
    const address = new URL(url)
    const [name = '', query = ''] = path.split('?')
    address.pathname = `${address.pathname.replace(/\/+$/, '')}${name}`
    address.search = query
    return api.ask({ url: address.href, json }, (answer) => {
      const result = v.safeParse(answerSchema, answer)
      if (!result.success) throw new NodeError('an answer in no known form')
      return result.output.data
    })
  }

  function priceOf(rows: readonly unknown[]): SourcePrice | undefined {
    const [first] = readRows(rows, priceSchema)
    const units = first === undefined ? undefined : readPriceText(first.value)
    // A price of the future is as old as this answer.
    return first === undefined || units === undefined
      ? undefined
      : { units, at: Math.min(first.lastUpdatedAt, clock.now()) }
  }

  async function readCoin(coin: string): Promise<readonly (readonly [Address, SourcePrice])[]> {
    const rows = await ask(`/tokens/by-symbol?symbols=${encodeURIComponent(coin)}`)
    const own = readRows(rows, coinSchema).find(({ symbol }) => symbol === coin)
    const price = own === undefined ? undefined : priceOf(own.prices)
    return price === undefined ? [] : [[nativeAddress, price]]
  }

  async function readTokens(part: readonly Priced[]): Promise<readonly (readonly [Address, SourcePrice])[]> {
    const addresses = part.map(({ address }) => ({ network, address: write(address) }))
    const asked = new Set(part.map(({ address }) => address))
    const rows = await ask('/tokens/by-address', { addresses })
    return readRows(rows, tokenSchema).flatMap((row) => {
      const address = read(row.address)
      const price = row.network === network && asked.has(address) ? priceOf(row.prices) : undefined
      return price === undefined ? [] : [[address, price]]
    })
  }

  return {
    name: 'alchemy',
    covers: (token) => !isOwnCoin(token) || coin !== undefined,
    async read(tokens) {
      const others = tokens.filter((token) => !isOwnCoin(token))
      const parts = await Promise.all([
        ...(others.length === tokens.length || coin === undefined ? [] : [readCoin(coin)]),
        ...slices(others, tokensAtOnce).map(readTokens),
      ])
      return new Map(parts.flat())
    },
  }
}

/** A development chain's coin is worth nothing, whatever its symbol. Hexadecimal has no case of its own. */
function eip155Names(chainId: PriceEntry['chainId']): PriceNames {
  return {
    coin: isPublicChain(chainId) ? nativeCoinOf(chainId, []).symbol : undefined,
    write: (address) => address.toLowerCase(),
    read: (text) => (isAddress(text, { strict: false }) ? getAddress(text) : ''),
  }
}
