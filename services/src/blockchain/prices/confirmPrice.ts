import type { SourcePrice } from './price.js'

/** How far two sources may be apart, in percent of the higher price, and still support each other. */
const tolerance = 10n
/** A price older than this is not added to a total, and one older than a day is not shown, in milliseconds. */
const freshAge = 3_600_000
const longestAge = 86_400_000

/**
 * Takes the first price that another source supports, else the first source's, and says whether it may count in a total:
 * another source must give about the same. Where the operator has set up only one source for the chain, that source is
 * the operator's choice and counts alone, but for prices that little money can set.
 *
 * @param found One token's prices in the order of the sources; `undefined` where a source has none.
 */
export function confirmPrice<price extends SourcePrice>(
  found: readonly (price | undefined)[],
  now: number,
): (price & { readonly isUnconfirmed: boolean }) | undefined {
  const usable = found.flatMap((price) => (price === undefined || now - price.at > longestAge ? [] : [price]))
  const supported = usable.find((price) => usable.some((other) => other !== price && isClose(price, other)))
  const chosen = supported ?? usable[0]
  if (chosen === undefined) return undefined
  const counts = supported !== undefined || (found.length === 1 && chosen.isShallow !== true)
  return { ...chosen, isUnconfirmed: !counts || now - chosen.at > freshAge }
}

function isClose({ units: a }: SourcePrice, { units: b }: SourcePrice): boolean {
  const [low, high] = a < b ? [a, b] : [b, a]
  return (high - low) * 100n <= high * tolerance
}
