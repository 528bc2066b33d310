/** @typedef {{ readonly [name: string]: number }} Shares Percent of lines by package, and of its views apart. */

/**
 * Returns the share of each package's lines that ran, in percent.
 *
 * @param {{ readonly [path: string]: number }} modules All modules, with their numbers of lines.
 * @param {readonly { readonly [path: string]: string }[]} records For each test file, the lines that ran (`linesOf`).
 * @returns {Shares}
 */
export function shareOf(modules, records) {
  /** @type {{ [name: string]: { lines: number, run: number } }} */
  const counts = {}
  for (const [path, length] of Object.entries(modules)) {
    const name = path.replace(/\/src\/.*/, path.endsWith('.tsx') ? ' (views)' : '')
    const count = counts[name] ?? { lines: 0, run: 0 }
    counts[name] = count
    const runs = records.flatMap((record) => record[path] ?? [])
    const lines = runs[0]?.length ?? length
    count.lines += lines
    for (let line = 0; line < lines; line++) if (runs.some((run) => run[line] === '1')) count.run++
  }
  const shares = Object.entries(counts).map(([name, { lines, run }]) => [name, (100 * run) / (lines || 1)])
  return Object.fromEntries(shares.sort())
}

/**
 * Returns a sentence for each share that has fallen below its floor.
 *
 * @param {Shares} floors @param {Shares} shares
 */
export function judge(floors, shares) {
  return [...new Set([...Object.keys(floors), ...Object.keys(shares)])].flatMap((name) => {
    const [floor, share] = [floors[name], shares[name]]
    if (share === undefined) return [`${name} has a floor, and is gone: take it out of floors.json.`]
    if (floor === undefined) return [`${name} has no floor: run node scripts/coverage.mjs --raise.`]
    return share < floor ? [`${name} fell to ${share.toFixed(2)} % of its lines, below ${floor} %.`] : []
  })
}

/**
 * Returns floors at the measured shares, in steps of half a percent, so that a line that runs only sometimes does not
 * fail the check; none is lower than before.
 *
 * @param {Shares} floors @param {Shares} shares @returns {Shares}
 */
export function raised(floors, shares) {
  const reached = Object.entries(shares).map(([name, share]) => [
    name,
    Math.max(floors[name] ?? 0, Math.floor(share * 2) / 2),
  ])
  return { ...floors, ...Object.fromEntries(reached) }
}
