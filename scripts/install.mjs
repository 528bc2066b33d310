import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs what package-lock.json names, if that has not been done since it last changed. Says so on stderr. */
export function ensureInstalled() {
  requireNode()
  const lock = join(root, 'package-lock.json')
  const record = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(record) && statSync(record).mtimeMs >= statSync(lock).mtimeMs) return
  process.stderr.write('Installing packages (once)…\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(
    npm,
    ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0)
    fail('The packages could not be installed. Check the network, then run the command again.')
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
