import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs the packages of package-lock.json unless it has not changed since the last time. Says so on stderr.
 *
 * Uses `npm install`, not `npm ci`: some registries lack the builds of tools for other platforms. npm then leaves them
 * out of the lock file, and `npm ci` fails if an optional package is not in the lock file.
 */
export function ensureInstalled() {
  requireNode()
  installIn(root, 'packages')
}

const polkadot = join(root, 'chains', 'polkadot')

/**
 * Installs the packages of the local Polkadot chain, as {@link ensureInstalled} does. They have a lock file of their own:
 * they are large, few need them, and their dependencies contradict those of the workspaces.
 */
export function ensurePolkadotInstalled() {
  requireNode()
  installIn(polkadot, 'the Polkadot chain’s packages')
}

/** Whether the packages of the local Polkadot chain are there, of whatever version. */
export function isPolkadotInstalled() {
  return existsSync(join(polkadot, 'node_modules', '@acala-network', 'chopsticks', 'package.json'))
}

/** @param {string} folder @param {string} what */
function installIn(folder, what) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const record = join(folder, 'node_modules', '.installed-lock')
  if (existsSync(record) && readFileSync(record, 'utf8') === lock) return
  process.stderr.write(`Installing ${what} (once)…\n`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(
    npm,
    ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0)
    fail('The packages could not be installed. Check the network, then run the command again.')
  writeFileSync(record, lock)
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > 20 || (major === 20 && minor >= 19)
  if (!isNewEnough) fail(`Node 20.19 or later is needed; this is ${process.versions.node}.`)
}

/** Ends the program with one line. @param {string} line @returns {never} */
export function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
