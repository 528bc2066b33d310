/**
 * Returns the probability that two samples as different as these come from one distribution: the Mann-Whitney U test,
 * two-sided, with the normal approximation for samples of 20 or more.
 */
export function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  const [n, m] = [left.length, right.length]
  let [rankSum, ties] = [0, 0]
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to++
    // Equal values share the mean of their ranks.
    const rank = (from + 1 + to) / 2
    for (const { isLeft } of all.slice(from, to)) rankSum += isLeft ? rank : 0
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const u = rankSum - (n * (n + 1)) / 2
  const total = n + m
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return 2 * (1 - normal(z))
}

/** The distribution function of the normal distribution (Abramowitz and Stegun 7.1.26; 7 digits). */
function normal(z: number): number {
  const x = z / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const sum = factors.reduce((value, factor) => value * t + factor, 0) * t
  return 0.5 * (1 + (1 - sum * Math.exp(-x * x)))
}
