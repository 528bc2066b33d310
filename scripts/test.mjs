// `npm test`: everything that CI runs, on a fresh clone too. Ends with one line, `N passed, N failed`.
// The checks run in two lanes beside each other, and the suites after them, each alone: they need both cores.
// `npm test -- unit e2e` runs only the named steps.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ensurePolkadotInstalled, root } from './install.mjs'

ensureInstalled()
const { buildPackages } = await import('./build.mjs')
const { ensureChromium } = await import('./install-chromium.mjs')
await ensureChromium()
buildPackages()

const results = join(root, '.cache', 'results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const bin = (/** @type {string} */ path) => join(root, 'node_modules', path)
const vitest = (/** @type {string} */ project) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--project',
  project,
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${join(results, `${project}.json`)}`,
]

/** @typedef {{ name: string, args: string[], report?: (file: string) => Counts, prepare?: () => void }} Step */

/** The checks, lane by lane. A lane runs its checks one after the other. @type {Step[][]} */
const lanes = [
  [
    { name: 'types', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'] },
    { name: 'host-types', args: ['scripts/checks/hostTypes.mjs'] },
    { name: 'biome', args: [bin('@biomejs/biome/bin/biome'), 'ci', '.'] },
    { name: 'edges', args: ['scripts/checks/importEdges.mjs'] },
    { name: 'unused', args: [bin('knip/bin/knip.js'), '--no-progress'] },
    { name: 'cycles', args: ['scripts/checks/cycles.mjs'] },
    { name: 'families', args: ['scripts/checks/familyNames.mjs'] },
    { name: 'licences', args: ['scripts/checks/licences.mjs'] },
    { name: 'errors-page', args: ['scripts/generate/errors.mjs', '--check'] },
    { name: 'options-page', args: ['scripts/generate/options.mjs', '--check'] },
    { name: 'storage-page', args: ['scripts/generate/storage.mjs', '--check'] },
    { name: 'events-page', args: ['scripts/generate/events.mjs', '--check'] },
    { name: 'decisions-page', args: ['scripts/generate/decisions.mjs', '--check'] },
    { name: 'selectors', args: ['scripts/generate/selectors.mjs', '--check'] },
    { name: 'citations', args: ['scripts/checks/citations.mjs'] },
    { name: 'packs', args: ['scripts/checks/packedPackages.mjs'] },
    { name: 'install', args: ['scripts/checks/install.mjs'] },
  ],
  [
    { name: 'docs-code', args: ['scripts/checks/docsCode.mjs'] },
    { name: 'docs', args: ['scripts/checks/docsSite.mjs'] },
    { name: 'sizes', args: ['bench/size/check.mjs'] },
    { name: 'eip155-only', args: ['bench/size/eip155Only.mjs'] },
  ],
]

/** The suites, each of which needs the machine for itself. A report tells how many tests it had. @type {Step[]} */
const suites = [
  // The sheet in light colours is compared in `npm run long`: right-to-left is light too.
  {
    name: 'pictures',
    args: ['scripts/generate/pictures.mjs', '--check', 'dark', 'phone', 'right-to-left', 'site'],
  },
  { name: 'unit', args: vitest('unit'), report: readVitest },
  { name: 'component', args: vitest('component'), report: readVitest },
  { name: 'component-18', args: vitest('component-18'), report: readVitest },
  // An official wallet uses Polkadot's packages, and skips that family without them.
  { name: 'interop', args: vitest('interop'), report: readVitest, prepare: ensurePolkadotInstalled },
  { name: 'polkadot', args: vitest('polkadot'), report: readVitest, prepare: ensurePolkadotInstalled },
  {
    name: 'e2e',
    args: [bin('@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
    report: readPlaywright,
    prepare: ensurePolkadotInstalled,
  },
]

/** @typedef {{ passed: number, failed: number }} Counts */
const steps = [...lanes.flat(), ...suites]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `No step is called ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const failures = []

await Promise.all(lanes.map((lane) => runAll(lane, true)))
await runAll(suites, false)

if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Runs steps one after the other; held output is printed when a step has ended. @param {Step[]} some @param {boolean} isHeld */
async function runAll(some, isHeld) {
  for (const { name, args, report, prepare } of some) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    if (!isHeld) console.log(`\n== ${name}`)
    prepare?.()
    const startedAt = Date.now()
    const { status, output } = await run(args, isHeld)
    const counts = count(name, status, report)
    total.passed += counts.passed
    total.failed += counts.failed
    if (counts.failed > 0) failures.push(name)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (isHeld) console.log(`\n== ${name}\n${output}`)
    console.log(`-- ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`)
  }
}

/** @param {string[]} args @param {boolean} isHeld @returns {Promise<{ status: number, output: string }>} */
function run(args, isHeld) {
  return new Promise((resolve) => {
    const env = { ...process.env, CI: '1', NO_COLOR: '1', RESULTS: results }
    const to = isHeld ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', to, to], env })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data))
    child.once('close', (code) => resolve({ status: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

/** @param {string} name @param {number} status @param {((file: string) => Counts) | undefined} report @returns {Counts} */
function count(name, status, report) {
  if (report === undefined) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const counts = report(join(results, `${name}.json`))
    // A suite that exited with an error but without a failed test (it crashed, or had no tests) counts as failed.
    const isEmpty = counts.passed + counts.failed === 0
    return (status !== 0 && counts.failed === 0) || isEmpty ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** @param {string} file @returns {Counts} */
function readVitest(file) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests }
}

/** @param {string} file @returns {Counts} */
function readPlaywright(file) {
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}
