/** @typedef {{ caught: number, missed: number }} Score Changes that a test noticed, and those that none did. */
/**
 * @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number, column: number } } }} Mutant
 * @typedef {{ files: { [path: string]: { mutants: Mutant[] } } }} Report What Stryker writes, as far as it is read.
 */

/** The share of changes, in percent, that the tests of each module must notice. */
export const lowest = 95

/**
 * Returns each module's score, and the changes that no test noticed. Changes that a comment calls equivalent do not
 * count.
 *
 * @param {Report['files']} files
 */
export function scoresOf(files) {
  /** @type {{ [path: string]: Score }} */
  const scores = {}
  /** @type {string[]} */
  const missed = []
  for (const [path, { mutants }] of Object.entries(files)) {
    const score = { caught: 0, missed: 0 }
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (status === 'Killed' || status === 'Timeout') score.caught++
      if (status !== 'Survived' && status !== 'NoCoverage') continue
      score.missed++
      missed.push(
        `${path}:${location.start.line}:${location.start.column} ${mutatorName}: ${replacement ?? ''} (${status})`,
      )
    }
    scores[path] = score
  }
  return { scores, missed }
}

/** @param {Score} score */
export function percentOf({ caught, missed }) {
  return caught + missed === 0 ? 100 : (100 * caught) / (caught + missed)
}

/** @param {Score[]} scores @returns {Score} */
export function sumOf(scores) {
  return scores.reduce(
    (sum, { caught, missed }) => ({ caught: sum.caught + caught, missed: sum.missed + missed }),
    {
      caught: 0,
      missed: 0,
    },
  )
}
