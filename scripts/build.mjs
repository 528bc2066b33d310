import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, fail, root } from './install.mjs'
import { transpilePackages } from './start/transpilePackages.mjs'

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

const folders = [
  'packages/sign-client',
  'packages/latchkey',
  'services',
  'chains',
  'chains/bitcoin',
  'chains/solana',
].map((name) => join(root, name))

/** Compiles the packages and the services, skipping what has not changed, and bundles the wallet's site and the offline tool. */
export function buildPackages() {
  const projects = folders.map((folder) => join(folder, 'tsconfig.build.json'))
  run(process.execPath, [tsc, '-b', ...projects], 'The packages could not be compiled.')
  bundlePages()
}

/** Bundles what the services' browsers load: the embedded wallet's site, and the tool that opens recovery kits offline. */
function bundlePages() {
  run(
    process.execPath,
    [join(root, 'services/site/build.mjs')],
    "The embedded wallet's site could not be built.",
  )
  const recover = join(root, 'services/recover/build.mjs')
  run(process.execPath, [recover], 'The tool that opens recovery kits could not be built.')
}

/**
 * Makes what `npm start` runs. Where the compiler has run before it only compiles what has changed; a fresh clone is not
 * compiled, which takes most of the time and of the memory that a start may take.
 */
export async function preparePackages() {
  if (folders.every((folder) => existsSync(join(folder, 'dist', '.tsbuildinfo')))) return buildPackages()
  await transpilePackages(folders)
  bundlePages()
}

/** Builds a page if its sources, or the packages', are newer than its build. @param {string} name */
export function buildApp(name) {
  const folder = join(root, 'apps', name)
  const built = join(folder, 'dist', 'index.html')
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0
  const sources = [
    folder,
    // The wallet app shares code with the demo (decision 195).
    join(root, 'apps/demo/src'),
    join(root, 'packages/latchkey/src'),
    join(root, 'packages/sign-client/src'),
    // The gallery draws the surfaces of the wallet's site.
    ...(name === 'gallery' ? [join(root, 'services/site')] : []),
  ]
  if (sources.every((source) => newest(source) < builtAt)) return
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  run(process.execPath, [vite, 'build', '--logLevel', 'error', folder], `apps/${name} could not be built.`)
}

/** @param {string} command @param {string[]} args @param {string} complaint */
function run(command, args, complaint) {
  // Node warns of the two together.
  const { NO_COLOR: _, ...env } = process.env
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], env })
  if (status !== 0) fail(complaint)
}

/** When the newest file below a folder changed, in milliseconds. @param {string} folder @returns {number} */
function newest(folder) {
  let at = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    at = Math.max(at, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return at
}

// `npm run build`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled()
  buildPackages()
  for (const app of ['demo', 'wallet', 'gallery']) buildApp(app)
}
