import * as v from 'valibot'
import { getAddress } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { createApi } from '../sources/createApi.js'
import { addressField, dateField, perhaps, readRows } from '../sources/fields.js'
import type { PriceEntry } from '../sources/sourceEntry.js'
import type { PriceSource } from './PriceSource.js'
import { type SourcePrice, toPriceUnits } from './price.js'
import { slices } from './slices.js'

type Address = `0x${string}`

/** Tokens of one request, which keeps its address short enough. */
const tokensAtOnce = 50
/** A price of the day before may be the newest one: days end elsewhere earlier. In milliseconds. */
const longestDay = 48 * 3_600_000

const answerSchema = v.object({ data: v.pipe(v.array(v.unknown()), v.maxLength(100)) })
const rows = perhaps(v.pipe(v.array(v.unknown()), v.maxLength(1_000)))
const tokenSchema = v.object({
  contract_address: addressField,
  quote_currency: v.literal('USD'),
  update_at: perhaps(dateField),
  items: rows,
  /** The older name of `items`. */
  prices: rows,
})
const priceSchema = v.object({
  /** A day, with or without a time. */
  date: v.pipe(
    v.string(),
    v.maxLength(40),
    v.regex(/^\d{4}-\d\d-\d\d/),
    v.transform((value) => Date.parse(value)),
    v.integer(),
  ),
  price: v.number(),
})

/** Reads prices from GoldRush (Covalent). Without a range of days it tells the price of now. */
export function createGoldrushPrices(context: Context, entry: PriceEntry): PriceSource {
  const { chainId, url } = entry
  const api = createApi(context, { ...entry, kind: 'goldrush' }, new AbortController().signal)
  const base = new URL(url)
  const headers = { authorization: `Bearer ${base.searchParams.get('key') ?? ''}` }
  base.search = ''
  const start = `${base.href.replace(/\/+$/, '')}/pricing/historical_by_addresses_v2/${chainId.slice('eip155:'.length)}/USD`

  function priceOf({ items, prices, update_at: madeAt }: v.InferOutput<typeof tokenSchema>) {
    const now = context.clock.now()
    const [newest] = [...readRows(items ?? prices ?? [], priceSchema)].sort(
      (left, right) => right.date - left.date,
    )
    const units = newest === undefined ? undefined : toPriceUnits(newest.price)
    if (newest === undefined || units === undefined) return undefined
    const isCurrent = now - newest.date < longestDay
    return { units, at: isCurrent ? Math.min(madeAt ?? now, now) : newest.date }
  }

  async function readSome(
    addresses: readonly string[],
  ): Promise<readonly (readonly [Address, SourcePrice])[]> {
    const asked = new Set<string>(addresses)
    const told = await api.ask(
      { url: `${start}/${addresses.join(',').toLowerCase()}/`, headers },
      (answer) => {
        const read = v.safeParse(answerSchema, answer)
        if (!read.success) throw new NodeError('an answer in no known form')
        return read.output.data
      },
    )
    return readRows(told, tokenSchema).flatMap((row) => {
      const address = getAddress(row.contract_address)
      const price = asked.has(address) ? priceOf(row) : undefined
      return price === undefined ? [] : [[address, price]]
    })
  }

  return {
    name: 'goldrush',
    async read(tokens) {
      const addresses = tokens.map(({ address }) => address)
      const parts = await Promise.all(slices(addresses, tokensAtOnce).map(readSome))
      return new Map(parts.flat())
    },
  }
}
