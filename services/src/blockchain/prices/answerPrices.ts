import { type CaipAddress, type CaipNetworkId, fungiblePricesBody, parseCaipAddress } from 'latchkey/protocol'
import * as v from 'valibot'
import { getAddress, isAddress } from 'viem'
import { HttpError } from '../../shared/HttpError.js'
import type { FamilyChain } from '../families/Family.js'
import type { TokenDetails } from '../tokenDetails.js'
import { nativeAddress } from '../tokens.js'
import { noteOf, toPriceNumber } from './price.js'
import type { Prices } from './prices.js'

type Chain = { readonly details: TokenDetails; readonly prices: Prices }
type Others = ReadonlyMap<CaipNetworkId, Pick<FamilyChain, 'balances'>>
type Asked = { readonly caipAddress: CaipAddress; readonly address: `0x${string}` }

type AskedOther = { readonly caipAddress: CaipAddress; readonly address: string }

/** Solana's own coin has a name of its own, too: 41 ones behind `So`. */
const isCoin = (address: string) => /^(0xe{40}|So1{41})$/i.test(address)

/**
 * Answers `POST /v1/fungible/price` with the requested tokens whose price is known, in the requested order, and names the
 * sources of the prices.
 *
 * @throws `INVALID_BODY`, `NodeError`
 */
export async function answerPrices(
  { chains, others }: { readonly chains: ReadonlyMap<CaipNetworkId, Chain>; readonly others: Others },
  body: unknown,
) {
  const result = v.safeParse(fungiblePricesBody, body)
  if (!result.success) {
    const [issue] = result.issues
    const details = `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`.slice(0, 300)
    throw new HttpError('INVALID_BODY', { details })
  }
  const { addresses } = result.output
  const asked = new Map<CaipNetworkId, Asked[]>()
  const askedOfOthers = new Map<CaipNetworkId, AskedOther[]>()
  for (const caipAddress of new Set(addresses)) {
    const parsed = parseCaipAddress(caipAddress)
    if (parsed !== undefined && others.has(parsed.networkId)) {
      const { networkId, address } = parsed
      const one = { caipAddress, address: isCoin(address) ? nativeAddress : address }
      askedOfOthers.set(networkId, [...(askedOfOthers.get(networkId) ?? []), one])
      continue
    }
    if (parsed === undefined || !isAddress(parsed.address, { strict: false })) continue
    const one = { caipAddress, address: getAddress(parsed.address) }
    asked.set(parsed.networkId, [...(asked.get(parsed.networkId) ?? []), one])
  }
  const parts = await Promise.all([
    ...[...asked].map(async ([chainId, list]) => {
      const chain = chains.get(chainId)
      return chain === undefined ? [] : pricesOf(chain, list)
    }),
    ...[...askedOfOthers].map(async ([chainId, list]) => {
      const known = await others.get(chainId)?.balances.prices(list.map(({ address }) => address))
      return list.flatMap(({ caipAddress, address }) => {
        const found = known?.get(address)
        if (found === undefined) return []
        return [{ source: found.source, fungible: { ...found.fungible, address: caipAddress } }]
      })
    }),
  ])
  const all = parts.flat()
  const found = new Map(all.map(({ fungible }) => [fungible.address, fungible]))
  return {
    sources: [...new Set(all.map(({ source }) => source))].sort(),
    fungibles: addresses.flatMap((address) => {
      const fungible = found.get(address)
      found.delete(address)
      return fungible === undefined ? [] : [fungible]
    }),
  }
}

async function pricesOf({ details, prices }: Chain, asked: readonly Asked[]) {
  const tokens = await details.of(asked.map(({ address }) => address))
  const known = await prices.of([...tokens.values()])
  return asked.flatMap(({ caipAddress, address }) => {
    const [token, found] = [tokens.get(address), known.get(address)]
    const price = found === undefined ? undefined : toPriceNumber(found.units)
    if (token === undefined || found === undefined || price === undefined) return []
    const { name, symbol, iconUrl } = token
    const fungible = { name, symbol, iconUrl, price, ...noteOf(found), address: caipAddress }
    return [{ source: found.source, fungible }]
  })
}
