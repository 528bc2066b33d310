// Finds import cycles, including those of types and dynamic imports, and pairs of feature folders that import each
// other. Prints each.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'
import { root } from '../install.mjs'

const folders = [
  'packages/latchkey/src',
  'packages/sign-client/src',
  'services/src',
  'services/site',
  'services/recover',
  'apps/wallet/src',
]
/** Pairs of features that may import each other. @type {readonly string[]} */
const allowedPairs = []

const circles = folders.flatMap((folder) => circlesOf(importGraph(join(root, folder))))
for (const circle of circles) console.log(`cycle: ${circle.map((file) => relative(root, file)).join(', ')}`)
console.log(circles.length === 0 ? 'import cycles: none' : `import cycles: ${circles.length}`)
const pairs = mutualFeatures()
for (const pair of pairs) console.log(`both ways: ${pair}`)
console.log(pairs.length === 0 ? 'features both ways: none' : `features both ways: ${pairs.length}`)
process.exit(circles.length === 0 && pairs.length === 0 ? 0 : 1)

/**
 * Returns the feature folders that import each other, `a <-> b`, except {@link allowedPairs}; and allowed pairs that no
 * longer do.
 *
 * @returns {string[]}
 */
function mutualFeatures() {
  const folder = join(root, 'packages/latchkey/src/features')
  /** @param {string} file */
  const featureOf = (file) => {
    const [feature = '', ...rest] = relative(folder, file).split(sep)
    return rest.length === 0 || feature === '..' ? undefined : feature
  }
  /** @type {Set<string>} */
  const edges = new Set()
  for (const [file, targets] of importGraph(folder)) {
    const from = featureOf(file)
    for (const to of targets.map(featureOf)) {
      if (from !== undefined && to !== undefined && from !== to) edges.add(`${from} ${to}`)
    }
  }
  const found = [...edges].flatMap((edge) => {
    const [from = '', to = ''] = edge.split(' ')
    return from < to && edges.has(`${to} ${from}`) ? [`${from} <-> ${to}`] : []
  })
  const isKnown = (/** @type {string} */ pair) => allowedPairs.includes(pair)
  const gone = allowedPairs
    .filter((pair) => !found.includes(pair))
    .map((pair) => `${pair} (no longer: take it out)`)
  return [...found.filter((pair) => !isKnown(pair)), ...gone].sort()
}

/** @param {string} folder @returns {Map<string, readonly string[]>} */
function importGraph(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|test-d)\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [file, targetsOf(file)]))
}

/** @param {string} file @returns {readonly string[]} */
function targetsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
  return importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return []
    const target = resolve(dirname(file), fileName)
    const source = target.replace(/\.js$/, '')
    return [`${source}.ts`, `${source}.tsx`, target].filter((path) => existsSync(path)).slice(0, 1)
  })
}

/**
 * Returns the groups of files that import each other (Tarjan's strongly connected components of more than one).
 *
 * @param {Map<string, readonly string[]>} graph @returns {string[][]}
 */
function circlesOf(graph) {
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const visited = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {string[][]} */
  const found = []

  /** @param {string} file */
  function visit(file) {
    const mark = { index: visited.size, low: visited.size, isOpen: true }
    visited.set(file, mark)
    open.push(file)
    for (const target of graph.get(file) ?? []) {
      const known = visited.get(target)
      if (known === undefined) mark.low = Math.min(mark.low, visit(target).low)
      else if (known.isOpen) mark.low = Math.min(mark.low, known.index)
    }
    if (mark.low !== mark.index) return mark
    const circle = open.splice(open.indexOf(file))
    for (const member of circle) {
      const known = visited.get(member)
      if (known !== undefined) known.isOpen = false
    }
    if (circle.length > 1 || graph.get(file)?.includes(file)) found.push(circle)
    return mark
  }
  for (const file of graph.keys()) if (!visited.has(file)) visit(file)
  return found
}
