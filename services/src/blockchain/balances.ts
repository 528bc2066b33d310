import { type Balance, type CaipNetworkId, formatUnits, toCaipAddress } from 'latchkey/protocol'
import type { Context } from '../shared/context.js'
import { createHoldings } from './holdings.js'
import { nativeCoinOf } from './nativeCoin.js'
import type { Nodes } from './nodes.js'
import { nativeAddress, type Token } from './tokens.js'

/** How long an answer holds, in milliseconds (spec §7), and how many accounts' answers are kept. */
const maxAge = 30_000
const maxEntries = 10_000

/** What accounts hold of one chain's own coin and listed tokens. */
export type Balances = {
  /**
   * Nothing of which there is none; the chain's own coin first.
   *
   * @param isForced asks the chain although the last answer is fresh
   * @throws `NodeError`
   */
  of(owner: `0x${string}`, isForced: boolean): Promise<Balance[]>
}

export function createBalances({ settings, clock }: Context, nodes: Nodes): Balances {
  const { chainId } = nodes
  const coin = nativeCoinOf(chainId, settings.tokens)
  const tokens = settings.tokens.filter(
    (token) => token.chainId === chainId && token.address !== nativeAddress,
  )
  const holdings = createHoldings(nodes, tokens)
  const kept = new Map<string, { readonly at: number; readonly balances: Promise<Balance[]> }>()

  async function read(owner: `0x${string}`): Promise<Balance[]> {
    const held = await holdings.read(owner)
    return [
      ...(held.native === 0n ? [] : [balanceOf(coin, held.native)]),
      ...tokens.flatMap((token, index) => {
        const units = held.tokens[index] ?? 0n
        return units === 0n ? [] : [balanceOf(token, units, toCaipAddress(chainId, token.address))]
      }),
    ]
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
  { chainId, name, symbol, decimals, iconUrl }: Token,
  units: bigint,
  address?: `${CaipNetworkId}:${string}`,
): Balance {
  return {
    name,
    symbol,
    chainId,
    ...(address === undefined ? {} : { address }),
    // No price is known to this service.
    price: 0,
    quantity: { decimals: String(decimals), numeric: formatUnits(units, decimals) },
    iconUrl,
  }
}
