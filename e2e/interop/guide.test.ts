import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Services } from '@latchkey/services'
import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium } from '../../scripts/chromium.mjs'
import { startRelay } from './peers/relay.js'

// Runs the code of docs/guides/sign-client.md as printed there, with the address of this test's own relay.

const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = readFileSync(join(root, 'docs/guides/sign-client.md'), 'utf8')

/** Returns the first code block below a heading. */
function codeOf(heading: string): string {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const [, code] = /```ts\n([\s\S]*?)```/.exec(section) ?? []
  if (code === undefined) throw new Error(`The guide has no code below "${heading}"`)
  return code
}

let folder: string
let services: Services
const ends: (() => unknown)[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-guide-'))
  services = await startRelay({ dataDir: folder })
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await services.close()
  rmSync(folder, { recursive: true })
})

/** Returns a block as one file, with this test's relay instead of the guide's. */
async function bundle(code: string, platform: 'browser' | 'node'): Promise<string> {
  const contents = code.replaceAll('wss://wallet.example.com', services.relayUrl)
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'e2e'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    target: 'es2022',
    conditions: ['source'],
    ...(platform === 'node' && { external: ['ws'] }),
  })
  return outputFiles[0]?.text ?? ''
}

/** Runs a block in a Node process without Node's own `WebSocket`, which only version 22 and later have. */
async function runInNode(name: string, code: string) {
  const file = join(root, 'e2e', `.guide-${process.pid}-${name}.mjs`)
  writeFileSync(file, `delete globalThis.WebSocket\n${await bundle(code, 'node')}`)
  ends.push(() => rmSync(file))
  const child: ChildProcess = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] })
  ends.push(() => child.kill())
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => printed.push(...String(chunk).split('\n').filter(Boolean)))
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { printed, exit }
}

const linkIn = (printed: readonly string[]) =>
  vi.waitFor(() => {
    const uri = printed.find((line) => line.startsWith('wc:'))
    if (uri === undefined) throw new Error(`No link was printed: ${printed.join('\n')}`)
    return uri
  }, 30_000)

/** Returns the wallet's block, which pairs with the given link. */
const runWallet = (uri: string) =>
  // The relay of a wallet needs a socket in Node 20, too; the guide says so in "In Node".
  runInNode(
    'wallet',
    `import { WebSocket } from 'ws'\n${codeOf("The wallet's side").replace('wc:…', uri)}`.replace(
      "url: 'https://wallet.example.com', icons: [] },",
      "url: 'https://wallet.example.com', icons: [] }, webSocket: WebSocket,",
    ),
  )

/** Opens a page with the code. Returns the page and what it prints. */
async function openInBrowser(code: string) {
  const found = findChromium()
  const browser = await chromium.launch(
    found === undefined ? {} : { executablePath: found.path, args: [...found.args] },
  )
  ends.push(() => browser.close())
  const script = await bundle(code, 'browser')
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="/app.js"></script>')
  }).listen(0, 'localhost')
  ends.push(() => server.close())
  await vi.waitFor(() => expect(server.listening).toBe(true))
  const printed: string[] = []
  const page = await browser.newPage()
  page.on('console', (message) => printed.push(message.text()))
  page.on('pageerror', (error) => printed.push(`page error: ${error.message}`))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return { page, printed }
}

test('the code for a browser connects to the code for a wallet, asks, and is declined', async () => {
  const { printed } = await openInBrowser(codeOf('In a browser'))
  const wallet = await runWallet(await linkIn(printed))
  await vi.waitFor(() => expect(printed).toContain('Declined'), 30_000)
  expect(wallet.printed.join('\n')).toContain('Asked by My app')
  expect(wallet.printed.join('\n')).toContain('Asked for personal_sign')
  expect(printed.filter((line) => line.startsWith('page error'))).toEqual([])
})

test('the code for a browser uses the session of an earlier visit, and makes no other link', async () => {
  const [untilLeaving = ''] = codeOf('In a browser').split('// This also notifies the wallet.')
  const { page, printed } = await openInBrowser(untilLeaving)
  const wallet = await runWallet(await linkIn(printed))
  await vi.waitFor(() => expect(printed).toContain('Declined'), 30_000)
  const firstVisit = printed.splice(0)
  expect(firstVisit.filter((line) => line.startsWith('wc:'))).toHaveLength(1)
  await page.reload()
  await vi.waitFor(() => expect(printed).toContain('Declined'), 30_000)
  expect(printed.filter((line) => /^(wc:|page error)/.test(line))).toEqual([])
  expect(wallet.printed.filter((line) => line.startsWith('Asked by'))).toHaveLength(1)
})

test('the code for Node connects without a WebSocket of Node’s own, and ends by itself', async () => {
  const app = await runInNode('app', codeOf('In Node'))
  const wallet = await runWallet(await linkIn(app.printed))
  await vi.waitFor(() => expect(wallet.printed.join('\n')).toContain('Asked by My script'), 30_000)
  expect(await app.exit).toBe(0)
  expect(app.printed).toContain('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
})
