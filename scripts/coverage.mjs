// `npm run long -- --only coverage`: measures the share of each package's lines that the unit tests run, and of its
// views' (`.tsx`) that the component tests run in a browser. Fails below the floors of `coverage/floors.json`;
// `node scripts/coverage.mjs --raise` raises them to the measured shares, and never lowers one. The apps do not count.
// `node scripts/coverage.mjs WORDS…` shows the lines run by the test files whose names contain these words.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { codeLinesOf } from './coverage/linesOf.mjs'
import { judge, raised, shareOf } from './coverage/shares.mjs'
import { ensureInstalled, root } from './install.mjs'
import { ensureChromium } from './install-chromium.mjs'

ensureInstalled()
await ensureChromium()
const words = process.argv.slice(2).filter((word) => word !== '--raise')
const mayRaise = process.argv.includes('--raise') && words.length === 0
const floorsPath = join(root, 'scripts/coverage/floors.json')

mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache/coverage-'))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const run = ['run', '-c', 'vitest.coverage.config.ts', '--reporter=dot', '--testTimeout=120000', ...words]
const { status } = spawnSync(process.execPath, [vitest, ...run], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, COVERAGE_FOLDER: folder },
})
const records = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
rmSync(folder, { recursive: true })
if (status !== 0) {
  console.error('The tests failed: what they run is not counted.')
  process.exit(1)
}

const modules = Object.fromEntries(sources().map((path) => [path, linesOfSource(path)]))
const shares = shareOf(modules, records)
const floors = JSON.parse(readFileSync(floorsPath, 'utf8'))
if (mayRaise) writeFileSync(floorsPath, `${JSON.stringify(raised(floors, shares), undefined, 2)}\n`)
const faults = words.length > 0 || mayRaise ? [] : judge(floors, shares)
for (const [name, share] of Object.entries(shares)) {
  console.log(`${name}: ${share.toFixed(1)} % of its lines (floor ${floors[name] ?? 'none'})`)
}
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)

/** All modules that could be counted, as paths from the root. */
function sources() {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  return [...packages, 'services', 'chains'].flatMap((name) => {
    const all = readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    return all.map((path) => `${name}/${path.replaceAll('\\', '/')}`).filter(isCounted)
  })
}

/** @param {string} path */
function isCounted(path) {
  return (
    /^[^/]+(\/[^/]+)?\/src\/.+\.tsx?$/.test(path) &&
    !/node_modules|\/testing\/|\.test\.tsx?$|\.test-d\.ts$|\.d\.ts$/.test(path)
  )
}

/** A module that no test has loaded. @param {string} path */
function linesOfSource(path) {
  const options = /** @type {const} */ ({ loader: path.endsWith('x') ? 'tsx' : 'ts', jsx: 'automatic' })
  const { code } = transformSync(readFileSync(join(root, path), 'utf8'), options)
  return codeLinesOf(code).length
}
