// `npm run long -- --only mutation`: changes each module of `mutation/modules.mjs` in every small way, and counts the
// changes that its tests notice. Prints the changes that no test noticed, each module's share and the total share;
// fails if a module's share is below 95 %, or if the list names a file that does not exist.
// `node scripts/mutation.mjs WORDS…` takes only the modules whose paths contain one of the words. `MUTATION_WORKERS`
// is the number of mutants tested at once, by default one for each core.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { faultsOf } from './mutation/faultsOf.mjs'
import { groups } from './mutation/modules.mjs'
import { lowest, percentOf, scoresOf, sumOf } from './mutation/scores.mjs'

ensureInstalled()
const misnamed = groups.flatMap((group) => faultsOf(group, (path) => existsSync(join(root, path))))
if (misnamed.length > 0) {
  console.error(misnamed.map((fault) => `scripts/mutation/modules.mjs: ${fault}`).join('\n'))
  process.exit(1)
}
const words = process.argv.slice(2)
const workers = process.env.MUTATION_WORKERS ?? String(availableParallelism())
const cache = join(root, '.cache/mutation')
mkdirSync(cache, { recursive: true })

/** @type {{ [path: string]: import('./mutation/scores.mjs').Score }} */
const scores = {}
/** @type {string[]} */
const faults = []
for (const { folder, names, tests, isIsolated = false } of groups) {
  const modules = (names ?? modulesIn(folder)).map((name) => `${folder}/${name}.ts`)
  const wanted = modules.filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
  if (wanted.length === 0) continue
  const startedAt = Date.now()
  console.log(`\n${folder}: ${wanted.length} modules`)
  const result = await mutate(
    wanted,
    (tests ?? ['*']).map((name) => `${folder}/${name}.test.ts`),
    isIsolated,
  )
  if (result === undefined) {
    faults.push(`${folder}: its tests could not be run against changes.`)
    continue
  }
  const { scores: ofFolder, missed } = scoresOf(result.files)
  Object.assign(scores, ofFolder)
  for (const line of missed) console.log(line)
  for (const [path, score] of Object.entries(ofFolder)) console.log(lineOf(path, score))
  console.log(`(${Math.round((Date.now() - startedAt) / 1000)} s)`)
}

console.log('\nAll modules, the lowest first:')
const sorted = Object.entries(scores).sort(([, one], [, other]) => percentOf(one) - percentOf(other))
for (const [path, score] of sorted) {
  console.log(lineOf(path, score))
  if (percentOf(score) < lowest) faults.push(`${path}: less than ${lowest} % of its changes were noticed.`)
}
console.log(lineOf('In total', sumOf(Object.values(scores))))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 && sorted.length > 0 ? 0 : 1)

/** @param {string} folder The names of its modules, without their ending. */
function modulesIn(folder) {
  const all = readdirSync(join(root, folder)).filter((name) => /^[^.]+\.ts$/.test(name))
  return all.map((name) => name.slice(0, -'.ts'.length))
}

/** @param {string} name @param {import('./mutation/scores.mjs').Score} score */
function lineOf(name, score) {
  const { caught, missed } = score
  return `${percentOf(score).toFixed(1).padStart(5)} %  ${name} (${caught} of ${caught + missed})`
}

/**
 * Runs Stryker and returns its report; `undefined` if it was aborted.
 *
 * @param {string[]} modules @param {string[]} tests @param {boolean} isIsolated
 * @returns {Promise<import('./mutation/scores.mjs').Report | undefined>}
 */
async function mutate(modules, tests, isIsolated) {
  // Other runs may test other modules at the same time.
  const name = String(process.pid)
  const report = join(cache, `report-${name}.json`)
  const settings = join(cache, `settings-${name}.json`)
  const { default: common } = await import('../stryker.config.mjs')
  writeFileSync(
    settings,
    JSON.stringify({
      ...common,
      mutate: modules,
      concurrency: Number(workers),
      jsonReporter: { fileName: report },
    }),
  )
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = {
    ...process.env,
    MUTATION_TESTS: tests.join(','),
    ...(isIsolated && { MUTATION_ISOLATED: 'yes' }),
  }
  const child = spawn(process.execPath, [stryker, 'run', settings], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  const status = await new Promise((resolve) => child.once('exit', resolve))
  const text = status === 0 ? readFileSync(report, 'utf8') : undefined
  rmSync(report, { force: true })
  rmSync(settings, { force: true })
  return text === undefined ? undefined : JSON.parse(text)
}
