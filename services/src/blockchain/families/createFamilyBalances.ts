import type { Balance, CaipNetworkId } from 'latchkey/protocol'
import { formatUnits } from 'latchkey/protocol'
import { onBehalfOf } from '../../outbound/turns.js'
import type { Context } from '../../shared/context.js'
import { hasCalls, requireCalls } from '../budget/meter.js'
import { noteOf, toPriceNumber, worthOf } from '../prices/price.js'
import { createPrices } from '../prices/prices.js'
import { nativeAddress } from '../tokens.js'

/** How long an answer is cached, in milliseconds (spec §7), and for how many accounts. */
const maxAge = 30_000
const maxEntries = 10_000

/** A chain's own coin. */
export type Coin = { readonly name: string; readonly symbol: string; readonly decimals: number }

export type FamilyBalances = {
  /**
   * Returns the non-zero balances, the chain's own coin first.
   *
   * @param owner As the chain's `toAddress` writes it.
   * @param isForced Asks the chain even if the cached answer is fresh.
   * @throws `NodeError`, `RATE_LIMITED`
   */
  of(owner: string, isForced: boolean): Promise<readonly Balance[]>
}

/** What an account holds, by the chain's own nodes. */
export type Held = {
  readonly coin: Coin
  /** In base units. */
  readonly units: bigint
  /** Tokens beside the coin. Nobody vouches for them, so they have no price. */
  readonly tokens: readonly Balance[]
}

/** Keeps what was read of accounts for half a minute, and adds the price of the chain's coin. */
export function createFamilyBalances(
  context: Context,
  chainId: CaipNetworkId,
  read: (owner: string) => Promise<Held>,
): FamilyBalances {
  const { clock } = context
  const prices = createPrices(context, chainId)
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<readonly Balance[]> }>()

  async function load(owner: string): Promise<readonly Balance[]> {
    const { coin, units, tokens } = await read(owner)
    if (units === 0n) return tokens
    const { name, symbol, decimals } = coin
    const found = (await prices.of([{ address: nativeAddress, decimals }])).get(nativeAddress)
    const price = found && toPriceNumber(found.units)
    const value = found && worthOf(units, decimals, found.units)
    const isPriced = found !== undefined && price !== undefined && value !== undefined
    const native = {
      name,
      symbol,
      chainId,
      ...(isPriced ? { value, price, ...noteOf(found) } : { price: 0 }),
      quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
      iconUrl: '',
    }
    return [native, ...tokens]
  }

  return {
    async of(owner, isForced) {
      const last = kept.get(owner)
      const isFresh = last !== undefined && clock.steadyNow() - last.at < maxAge
      // A client without calls left gets the stored answer although it asks for a new one.
      if (isFresh && (!isForced || !hasCalls())) return last.answer
      requireCalls()
      const entry = { at: clock.steadyNow(), answer: onBehalfOf(owner, () => load(owner)) }
      kept.delete(owner)
      kept.set(owner, entry)
      const [oldest] = kept.keys()
      if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
      entry.answer.catch(() => {
        if (kept.get(owner) === entry) kept.delete(owner)
      })
      return entry.answer
    },
  }
}
