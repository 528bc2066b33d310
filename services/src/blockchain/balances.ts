import { type Balance, type CaipNetworkId, formatUnits, toCaipAddress } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { isOfTheClient, NodeError } from '../outbound/post.js'
import type { Context } from '../shared/context.js'
import type { Contracts } from './contracts.js'
import { type Holdings as Amounts, readHoldings } from './holdings.js'
import { createKeptBalances } from './keptBalances.js'
import { nativeCoinOf } from './nativeCoin.js'
import { noteOf, type Price, toPriceNumber, worthOf } from './prices/price.js'
import type { Prices } from './prices/prices.js'
import { createHoldings } from './sources/createHoldings.js'
import type { Holding } from './sources/Supplier.js'
import type { TokenDetails } from './tokenDetails.js'
import { nativeAddress, type Token } from './tokens.js'

/** An account's balances, and the names of the sources that they are from. `isCut`: it holds more tokens. */
type AccountBalances = {
  readonly balances: Balance[]
  readonly sources: readonly string[]
  readonly isCut: boolean
}

/**
 * Reads how much accounts hold of one chain's own coin and of tokens.
 *
 * The chain decides the amounts of the coin and of listed tokens; an indexer's are used only while the chain does not
 * answer. Tokens beside the list are only on an indexer's word, so they have no price and are not verified.
 */
export type Balances = {
  /**
   * Returns the non-zero balances, the chain's own coin first.
   *
   * @param isForced Asks the chain and the indexer even if the cached answers are fresh.
   * @throws `NodeError`, `RATE_LIMITED`
   */
  of(owner: `0x${string}`, isForced: boolean): Promise<AccountBalances>
}

type Chain = {
  readonly chainId: CaipNetworkId
  readonly contracts: Contracts
  readonly prices: Prices
  readonly details: TokenDetails
}

export function createBalances(context: Context, { chainId, contracts, prices, details }: Chain): Balances {
  const { settings, clock } = context
  const coin = nativeCoinOf(chainId, settings.tokens)
  const tokens = settings.tokens.filter(
    (token) => token.chainId === chainId && token.address !== nativeAddress,
  )
  const holdings = createHoldings(context, { chainId, details })

  async function read(owner: `0x${string}`, isForced: boolean): Promise<AccountBalances> {
    prices.prepare()
    const [chain, supplied] = await Promise.all([
      readHoldings(contracts, tokens, owner).catch((error: unknown) => ({ error })),
      holdings.of(owner, isForced),
    ])
    const told = supplied?.value ?? { items: [], isCut: false }
    const amounts = 'error' in chain ? amountsIn(told.items, chain.error) : chain
    const held = [
      { token: coin, units: amounts.native },
      ...tokens.map((token, index) => ({ token, units: amounts.tokens[index] ?? 0n })),
    ].filter(({ units }) => units > 0n)
    const [known, unlisted] = await Promise.all([
      prices.of(held.map(({ token }) => token)),
      holdings.unlisted(told),
    ])
    return {
      balances: [
        ...held.map(({ token, units }) => balanceOf(token, units, known.get(token.address))),
        ...unlisted.tokens.map((one) => unlistedBalance(chainId, one)),
      ],
      isCut: unlisted.isCut,
      sources: [
        ...('error' in chain ? [] : ['chain']),
        ...(supplied === undefined || (unlisted.tokens.length === 0 && !('error' in chain))
          ? []
          : [supplied.source]),
      ],
    }
  }

  /** The amounts by an indexer, while the chain does not answer. A client's own limits say nothing of the chain. */
  function amountsIn(told: readonly Holding[], error: unknown): Amounts {
    const native = told.find(({ token }) => token === undefined)?.units
    if (native === undefined || !(error instanceof NodeError) || isOfTheClient(error)) throw error
    const units = new Map(told.map((one) => [one.token, one.units]))
    return { native, tokens: tokens.map(({ address }) => units.get(address.toLowerCase() as `0x${string}`)) }
  }

  return {
    of: createKeptBalances(clock, read),
  }
}

/** A token that no list knows: nobody vouches for it, so it has no price. */
function unlistedBalance(
  chainId: CaipNetworkId,
  {
    token,
    units,
    facts,
  }: Awaited<ReturnType<ReturnType<typeof createHoldings>['unlisted']>>['tokens'][number],
): Balance {
  const { name, symbol, decimals } = facts
  return {
    name,
    symbol,
    chainId,
    address: toCaipAddress(chainId, getAddress(token)),
    price: 0,
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl: '',
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
    // The token is listed.
    ...(address === nativeAddress ? {} : { address: toCaipAddress(chainId, address), isVerified: true }),
    // If the price is unknown or the value cannot be represented, the answer has price 0 and no value.
    ...(price === undefined || value === undefined || found === undefined
      ? { price: 0 }
      : { value, price, ...noteOf(found) }),
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl,
  }
}
