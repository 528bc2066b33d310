/** How an account's amount changed in a transaction, in base units. */
export type Change = { readonly key: string; readonly units: bigint }

/** A transfer of the coin or of a token. */
export type Movement = {
  /** Absent for the chain's own coin. */
  readonly mint?: string | undefined
  readonly decimals: number
  readonly direction: 'in' | 'out'
  readonly units: bigint
  /** Absent where nobody can tell who it was. */
  readonly other?: string | undefined
}

/**
 * Concludes who paid whom from the changes of all parties: amounts do not say where they went, so another party is named
 * only where no other one is possible.
 *
 * @param own The account's own change.
 */
export function movementsOf(
  own: bigint,
  others: readonly Change[],
  asset: Pick<Movement, 'mint' | 'decimals'>,
): readonly Movement[] {
  const givers = others.filter(({ units }) => units < 0n)
  const takers = others.filter(({ units }) => units > 0n)
  if (own === 0n) return []
  const isIn = own > 0n
  const [only, ...more] = isIn ? givers : takers
  const isOne = only !== undefined && more.length === 0
  // Tokens may keep a part of a transfer: the one recipient gets less than the account paid.
  const whole: Movement = {
    ...asset,
    direction: isIn ? 'in' : 'out',
    units: isIn ? own : -own,
    ...(isOne ? { other: only.key } : {}),
  }
  if (isIn || isOne || givers.length > 0 || takers.length === 0) return [whole]
  const sum = takers.reduce((total, { units }) => total + units, 0n)
  if (sum > -own) return [whole]
  return takers.map(({ key, units }) => ({ ...asset, direction: 'out', units, other: key }))
}
