import type { Movement } from './Entry.js'
import type { TokenFacts } from './tokenFacts.js'

/** Below these parts of a whole coin, and of a whole listed token, an amount is next to nothing. */
const [coinPart, tokenPart] = [1_000n, 10_000n]
/** A tenth of a dollar or euro is next to nothing; of another token it may be worth thousands. */
const [moneyPart, money] = [10n, /USD|EUR|^DAI$/i]

/**
 * Returns whether a transfer is worth next to nothing, whatever it claims: a very small amount of the chain's coin or of
 * a listed token, or any amount of anything else. Prices play no part: they change, and a history does not.
 */
export function isWorthless(
  { standard, token, units }: Pick<Movement, 'standard' | 'token' | 'units'>,
  coinDecimals: number,
  facts: TokenFacts | undefined,
): boolean {
  if (standard === 'native') return BigInt(units) * coinPart < 10n ** BigInt(coinDecimals)
  const isListed = standard === 'ERC20' && token !== undefined && facts?.isListed === true
  if (!isListed) return true
  // The list vouches for the symbol.
  const part = money.test(facts.symbol) ? moneyPart : tokenPart
  return BigInt(units) * part < 10n ** BigInt(facts.decimals ?? 0)
}
