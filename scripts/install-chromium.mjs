import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromiumRecord, findChromium } from './chromium.mjs'
import { fail, root } from './install.mjs'

/**
 * Makes sure that the tests have a browser: the machine's own Chromium, else the one packaged for npm, else Debian's by
 * apt.
 */
export async function ensureChromium() {
  const found = findChromium()
  if (found !== undefined && starts(found.path, found.args)) return
  process.stderr.write('No browser found. Fetching one…\n')
  if (await fromNpm()) return
  if (fromApt()) return
  fail('No Chromium could be found or installed. Install one and set CHROMIUM_PATH to it.')
}

// A binary that includes the libraries which a machine usually has. It goes to a separate folder, because it is not one
// of the project's packages.
async function fromNpm() {
  const folder = join(root, '.cache', 'chromium')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const install = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '@sparticuz/chromium@147.0.2'],
    {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    },
  )
  if (install.status !== 0) return false
  try {
    const resolve = createRequire(join(folder, 'package.json')).resolve
    const { default: chromium } = await import(resolve('@sparticuz/chromium'))
    const path = await chromium.executablePath()
    if (!starts(path, ['--no-sandbox'])) return false
    mkdirSync(dirname(chromiumRecord), { recursive: true })
    writeFileSync(chromiumRecord, JSON.stringify({ path }))
    return true
  } catch {
    // Ignores any failure on this machine: another source is tried next.
    return false
  }
}

function fromApt() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (/** @type {string[]} */ ...args) => {
    const [command = 'apt-get', ...rest] = [...sudo, 'apt-get', ...args]
    return spawnSync(command, rest, { stdio: ['ignore', 2, 2], env }).status === 0
  }
  run('update', '-qq')
  if (!run('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core')) return false
  const found = findChromium()
  return found !== undefined && starts(found.path, found.args)
}

/** @param {string} path @param {readonly string[]} args */
function starts(path, args) {
  return spawnSync(path, [...args, '--version'], { timeout: 30_000 }).status === 0
}
