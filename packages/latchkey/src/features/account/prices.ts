import { defineSlot } from '../../core/slots.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import type { Kit } from '../Kit.js'

/** The first price that this page saw of each token, in US dollars. */
const firstPrices = defineSlot<Map<string, number>>('account.firstPrices')
/** The factor by which a price may rise or fall without a warning. */
const mostChange = 1.25

const keyOf = ({ address, chainId }: Balance) => address ?? chainId

/** Remembers the price of each token that this page has not seen before. */
export function notePrices(kit: Kit, tokens: readonly Balance[]): void {
  const all = kit.slots.ensure(firstPrices, () => new Map())
  for (const token of tokens) {
    if (token.price > 0 && !all.has(keyOf(token))) all.set(keyOf(token), token.price)
  }
}

/** The first price that this page saw of a token, if its price now is far from that. */
export function earlierPriceOf(kit: Kit, token: Balance): number | undefined {
  const first = kit.slots.get(firstPrices)?.get(keyOf(token))
  if (first === undefined || token.price <= 0) return undefined
  const change = token.price / first
  return change > mostChange || change < 1 / mostChange ? first : undefined
}
