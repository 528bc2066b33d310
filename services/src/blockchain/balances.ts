import { type Balance, type CaipNetworkId, formatUnits, toCaipAddress } from 'latchkey/protocol'
import type { Context } from '../shared/context.js'
import type { Contracts } from './contracts.js'
import { readHoldings } from './holdings.js'
import { nativeCoinOf } from './nativeCoin.js'
import { noteOf, type Price, toPriceNumber, worthOf } from './prices/price.js'
import type { Prices } from './prices/prices.js'
import { nativeAddress, type Token } from './tokens.js'

/** How long an answer is cached, in milliseconds (spec §7), and for how many accounts. */
const maxAge = 30_000
const maxEntries = 10_000

/** Reads how much accounts hold of one chain's own coin and listed tokens. */
export type Balances = {
  /**
   * Returns the non-zero balances, the chain's own coin first.
   *
   * @param isForced Asks the chain even if the cached answer is fresh.
   * @throws `NodeError`
   */
  of(owner: `0x${string}`, isForced: boolean): Promise<Balance[]>
}

type Chain = {
  readonly chainId: CaipNetworkId
  readonly contracts: Contracts
  readonly prices: Prices
}

export function createBalances(
  { settings, clock }: Context,
  { chainId, contracts, prices }: Chain,
): Balances {
  const coin = nativeCoinOf(chainId, settings.tokens)
  const tokens = settings.tokens.filter(
    (token) => token.chainId === chainId && token.address !== nativeAddress,
  )
  const kept = new Map<string, { readonly at: number; readonly balances: Promise<Balance[]> }>()

  async function read(owner: `0x${string}`): Promise<Balance[]> {
    prices.prepare()
    const amounts = await readHoldings(contracts, tokens, owner)
    const held = [
      { token: coin, units: amounts.native },
      ...tokens.map((token, index) => ({ token, units: amounts.tokens[index] ?? 0n })),
    ].filter(({ units }) => units > 0n)
    const known = await prices.of(held.map(({ token }) => token))
    return held.map(({ token, units }) => balanceOf(token, units, known.get(token.address)))
  }

  return {
    of(owner, isForced) {
      const last = kept.get(owner)
      if (last !== undefined && !isForced && clock.steadyNow() - last.at < maxAge) return last.balances
      const entry = { at: clock.steadyNow(), balances: read(owner) }
      kept.delete(owner)
      kept.set(owner, entry)
      const [oldest] = kept.keys()
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
      entry.balances.catch(() => {
        if (kept.get(owner) === entry) kept.delete(owner)
      })
      return entry.balances
    },
  }
}

function balanceOf(
  { chainId, address, name, symbol, decimals, iconUrl }: Token,
  units: bigint,
  found: Price | undefined,
): Balance {
  const price = found === undefined ? undefined : toPriceNumber(found.units)
  const value = found === undefined ? undefined : worthOf(units, decimals, found.units)
  return {
    name,
    symbol,
    chainId,
    // Only listed tokens are read.
    ...(address === nativeAddress ? {} : { address: toCaipAddress(chainId, address), isVerified: true }),
    // If the price is unknown or the value cannot be represented, the answer has price 0 and no value.
    ...(price === undefined || value === undefined || found === undefined
      ? { price: 0 }
      : { value, price, ...noteOf(found) }),
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl,
  }
}
