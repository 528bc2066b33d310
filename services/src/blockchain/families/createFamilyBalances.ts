import type { Balance, CaipNetworkId } from 'latchkey/protocol'
import { formatUnits, toCaipAddress } from 'latchkey/protocol'
import type { Context } from '../../shared/context.js'
import { createKeptBalances } from '../keptBalances.js'
import { noteOf, type Price, toPriceNumber, worthOf } from '../prices/price.js'
import { createPrices } from '../prices/prices.js'
import { nativeAddress } from '../tokens.js'

/** A chain's own coin. */
export type Coin = { readonly name: string; readonly symbol: string; readonly decimals: number }

/** A token's name, symbol, decimals and picture. */
export type Described = Coin & {
  readonly iconUrl: string
  /** A token list of the operator names it. The amounts of other tokens have no price. */
  readonly isListed: boolean
}

/** A price of a token, by its address. */
type Fungible = {
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string
  readonly price: number
}

/** A token with its price and the source of the price. */
type PricedFungible = { readonly source: string; readonly fungible: Fungible }

export type FamilyBalances = {
  /**
   * Returns the non-zero balances, the chain's own coin first.
   *
   * @param owner As the chain's `toAddress` writes it.
   * @param isForced Asks the chain even if the cached answer is fresh.
   * @throws `NodeError`, `RATE_LIMITED`
   */
  of(owner: string, isForced: boolean): Promise<readonly Balance[]>
  /**
   * Returns prices by the tokens' addresses; the coin is at `nativeAddress`. Leaves out tokens without a price.
   *
   * @throws `NodeError`, `RATE_LIMITED`
   */
  prices(addresses: readonly string[]): Promise<ReadonlyMap<string, PricedFungible>>
}

/** What an account holds, by the chain's own nodes. */
type Held = {
  /** In base units. */
  readonly units: bigint
  /** Tokens beside the coin. */
  readonly tokens: readonly { readonly address: string; readonly units: bigint; readonly token: Described }[]
}

/** How a chain is read. */
export type Source = {
  coin(): Coin | Promise<Coin>
  held(owner: string): Promise<Held>
  /** Describes tokens of the chain; absent where it has none beside the coin. */
  readonly tokens?: ((addresses: readonly string[]) => Promise<ReadonlyMap<string, Described>>) | undefined
}

/** Keeps what was read of accounts for half a minute, and adds the prices of the chain's coin and of listed tokens. */
export function createFamilyBalances(
  context: Context,
  chainId: CaipNetworkId,
  source: Source,
): FamilyBalances {
  const { clock } = context
  const prices = createPrices(context, chainId)

  async function load(owner: string): Promise<readonly Balance[]> {
    const [{ units, tokens }, coin] = await Promise.all([source.held(owner), source.coin()])
    const listed = tokens.filter(({ token }) => token.isListed)
    const known = await prices.of([
      ...(units === 0n ? [] : [{ address: nativeAddress, decimals: coin.decimals }]),
      ...listed.map(({ address, token: { decimals } }) => ({ address, decimals })),
    ])
    const native = { ...balanceOf({ ...coin, iconUrl: '' }, units, known.get(nativeAddress)), chainId }
    return [
      ...(units === 0n ? [] : [native]),
      ...tokens.map(({ address, units, token }) => ({
        ...balanceOf(token, units, token.isListed ? known.get(address) : undefined),
        chainId,
        address: toCaipAddress(chainId, address),
        ...(token.isListed ? { isVerified: true } : {}),
      })),
    ]
  }

  return {
    of: createKeptBalances(clock, load),
    async prices(addresses) {
      const mints = addresses.filter((address) => address !== nativeAddress)
      const tokens = new Map(mints.length === 0 ? [] : await source.tokens?.(mints))
      if (mints.length < addresses.length)
        tokens.set(nativeAddress, { ...(await source.coin()), iconUrl: '', isListed: true })
      const asked = [...tokens].map(([address, { decimals }]) => ({ address, decimals }))
      const known = await prices.of(asked)
      return new Map(
        [...tokens].flatMap(([address, { name, symbol, iconUrl }]): [string, PricedFungible][] => {
          const found = known.get(address)
          const price = found && toPriceNumber(found.units)
          return found === undefined || price === undefined
            ? []
            : [
                [
                  address,
                  {
                    source: found.source,
                    fungible: { name, symbol, iconUrl, price, ...noteOf(found) },
                  },
                ],
              ]
        }),
      )
    },
  }
}

function balanceOf(
  { name, symbol, decimals, iconUrl }: Coin & { readonly iconUrl: string },
  units: bigint,
  found: Price | undefined,
) {
  const price = found && toPriceNumber(found.units)
  const value = found && worthOf(units, decimals, found.units)
  const isPriced = found !== undefined && price !== undefined && value !== undefined
  return {
    name,
    symbol,
    ...(isPriced ? { value, price, ...noteOf(found) } : { price: 0 }),
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl,
  }
}
