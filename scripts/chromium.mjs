import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The file in which `scripts/install-chromium.mjs` records the path of a browser that it downloaded. */
export const chromiumRecord = join(root, '.cache', 'chromium.json')

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

// Chromium refuses to sandbox for root. The other arguments stop its background requests, which delay it without
// network.
const quietArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium that tests drive: `CHROMIUM_PATH`, the machine's own, or the one that the install script fetched.
 *
 * @returns {{ path: string, args: string[] } | undefined}
 */
export function findChromium() {
  const path = [process.env.CHROMIUM_PATH, ...candidates, recorded()].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  )
  if (path === undefined) return undefined
  const isRoot = process.getuid?.() === 0
  return { path, args: isRoot ? ['--no-sandbox', ...quietArguments] : quietArguments }
}

function recorded() {
  return existsSync(chromiumRecord) ? JSON.parse(readFileSync(chromiumRecord, 'utf8')).path : undefined
}
