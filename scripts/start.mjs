// `npm start`: runs the whole stack on this machine. `-- --port N` chooses the base port, `-- --json` prints one line
// of addresses for scripts, `-- --dev` serves the pages from their sources, with hot reload. `-- --chains eip155` leaves
// out the ledgers of the other families, which start beside the build and the page.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { ensureInstalled, fail, root } from './install.mjs'
import { aboutLedger, describeLedgers, families, nodeOf, startLedger } from './start/ledgers.mjs'
import { firstBusy, host, portsFrom } from './start/ports.mjs'
import { readable } from './start/readable.mjs'
import { tableOf } from './start/tableOf.mjs'
import { whenParentEnds } from './start/whenParentEnds.mjs'

const { port: base, isJson, isDev, wanted } = readArguments()
const ports = portsFrom(base)
const ledgers = describeLedgers(wanted, ports.ledgers)
const ledgerPorts = wanted.map((family) => ports.ledgers[family])
const busy = await firstBusy([
  ...[ports.demo, ports.wallet, ports.services, ports.site, ports.mailbox, ports.smtp, ports.providers],
  ...[...ports.chains, ...ports.bundlers, ...ledgerPorts],
])
if (busy !== undefined) {
  const other = base + 100 <= 65_000 ? base + 100 : 4600
  fail(`Port ${busy} is in use. Stop what uses it, or choose another base port: npm start -- --port ${other}`)
}
ensureInstalled()
const { buildApp, preparePackages } = await import('./build.mjs')
const { serveApp } = await import('./start/serveApp.mjs')
const { startMailbox } = await import('./start/mailbox.mjs')
const { startProviders } = await import('./start/providers.mjs')

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`)
/** @type {(() => Promise<unknown> | void)[]} */
const stops = []
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
whenParentEnds(() => void stop(0))

/** Starts some of the ledgers. They take long, so each starts as soon as what it needs is there. */
function startLedgers(/** @type {(ledger: import('./start/ledgers.mjs').Ledger) => boolean} */ isNow) {
  for (const ledger of ledgers.filter(isNow)) {
    const stopLedger = startLedger(ledger, say)
    stops.push(stopLedger)
    // Also if a build fails, which ends this program at once.
    process.once('exit', () => void stopLedger())
  }
}

say('Building what has changed…')
// Its packages are its own, and are installed beside the build.
startLedgers(({ namespace }) => namespace === 'polkadot')
await preparePackages()
startLedgers(({ namespace }) => namespace !== 'polkadot')
if (!isDev) for (const app of ['demo', 'wallet']) buildApp(app)

const chains = [
  { id: 31337, name: 'Local One', port: ports.chains[0] },
  { id: 31338, name: 'Local Two', port: ports.chains[1] },
].map((chain) => ({ ...chain, rpcUrl: `http://localhost:${chain.port}` }))
const urls = {
  demo: `http://localhost:${ports.demo}`,
  wallet: `http://localhost:${ports.wallet}`,
  services: `http://localhost:${ports.services}`,
  relay: `ws://localhost:${ports.services}`,
  // A host of its own: to browsers it is another site than the demo, as it is on the internet. They lead *.localhost here.
  site: `http://secure.localhost:${ports.site}`,
  mailbox: `http://localhost:${ports.mailbox}`,
  providers: `http://localhost:${ports.providers}`,
  chains: chains.map(({ rpcUrl }) => rpcUrl),
  ...(ledgers.length === 0
    ? {}
    : { ledgers: Object.fromEntries(ledgers.map(({ namespace, rpcUrl }) => [namespace, rpcUrl])) }),
}

run('chains', [join(root, 'scripts/start/chains.mjs'), ...chains.map(({ port, id }) => `${port}:${id}`)])

const { contracts, seedHistory, servicesSettings, startBundler, tokensOf } = await import('@latchkey/chains')
const chainIds = chains.map(({ id }) => id)
// One directory for each base port, so that two stacks can run at once: the services need exclusive access.
const data = join(root, '.data', String(base))
const tokens = join(data, 'tokens.json')
mkdirSync(data, { recursive: true, mode: 0o700 })
writeFileSync(tokens, JSON.stringify(chainIds.flatMap(tokensOf), undefined, 2))

const nodes = chains.map(({ id, rpcUrl }) => `eip155:${id}=${rpcUrl}`).join(',')

const mailbox = await startMailbox({ smtpPort: ports.smtp, httpPort: ports.mailbox })
stops.push(mailbox.close)
const providers = await startProviders({
  port: ports.providers,
  siteUrl: urls.site,
  data,
  // Farcaster’s accounts are on the first chain.
  rpcUrl: `http://localhost:${ports.chains[0]}`,
})
stops.push(providers.close)

run('services', [join(root, 'services/dist/main.js'), '--port', String(ports.services), '--data', data], {
  // Contract accounts verify their signatures on their chain.
  LATCHKEY_AUTH_RPC_URLS: nodes,
  // The services ask a ledger when somebody asks them, so it may start later.
  LATCHKEY_CHAINS: [nodes, ...ledgers.map(nodeOf)].join(','),
  LATCHKEY_TOKENS: tokens,
  LATCHKEY_FRAME_URL: urls.site,
  LATCHKEY_FRAME_PORT: String(ports.site),
  LATCHKEY_FRAME_CHAINS: JSON.stringify(siteChains()),
  LATCHKEY_FRAME_SMART_ACCOUNTS: chainIds.map((id) => `eip155:${id}`).join(','),
  LATCHKEY_FRAME_BUNDLERS: chainIds
    .map((id, index) => `eip155:${id}=http://${host}:${ports.bundlers[index]}`)
    .join(','),
  LATCHKEY_MAIL_URL: mailbox.smtpUrl,
  // Everybody who tries it comes from this machine.
  LATCHKEY_LOGIN_CODES_PER_CLIENT: process.env.LATCHKEY_LOGIN_CODES_PER_CLIENT ?? '1000',
  LATCHKEY_MAIL_FROM: 'Tidepool wallet <wallet@tidepool.localhost>',
  ...providers.settings,
  // This program says itself what has started; the log's lines for machines would stand between its own.
  LATCHKEY_LOG: process.env.LATCHKEY_LOG ?? 'warn',
  ...servicesSettings(chainIds),
})
const settings = {
  services: urls.services,
  relay: urls.relay,
  wallet: urls.wallet,
  demo: urls.demo,
  site: urls.site,
  mailbox: urls.mailbox,
  providers: urls.providers,
  chains: chains.map(({ id, name, rpcUrl }) => ({
    ...{ id, name, rpcUrl },
    contracts: { ensUniversalResolver: { address: contracts.universalResolver } },
  })),
  // Their states change while they start; the page asks again.
  ledgers,
}
const connect = [urls.services, urls.relay, urls.site, ...urls.chains, ...ledgers.map(({ rpcUrl }) => rpcUrl)]
for (const app of /** @type {const} */ (['demo', 'wallet'])) {
  const folder = join(root, 'apps', app)
  const serve = isDev ? (await import('./start/serveSources.mjs')).serveSources : serveApp
  stops.push(
    await serve({ folder, port: ports[app], settings, connect, frames: app === 'demo' ? [urls.site] : [] }),
  )
}

await Promise.all([
  ...chains.map(async ({ name, port, id }) => {
    await untilChainAnswers(`${name} (${id})`, port)
    await fill(name, `http://${host}:${port}`)
  }),
  untilAnswers('the services', `http://${host}:${ports.services}/health`),
])
// They give their own account funds, so they start once the chains answer.
for (const [index, { rpcUrl }] of chains.entries()) {
  const { stop } = await startBundler(rpcUrl, ports.bundlers[index])
  stops.push(stop)
}
if (isJson) process.stdout.write(`${JSON.stringify(urls)}\n`)
else printTable()

/** What the embedded wallet's site has to know of the chains of this machine. */
function siteChains() {
  const solana = ledgers.filter(({ namespace }) => namespace === 'solana')
  return [
    ...chains.map(({ id, name }) => ({ id: `eip155:${id}`, name, coin: { symbol: 'ETH', decimals: 18 } })),
    ...solana.map(({ namespace, reference, name }) => ({
      ...{ id: `${namespace}:${reference}`, name },
      coin: { symbol: 'SOL', decimals: 9 },
    })),
  ]
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        json: { type: 'boolean' },
        dev: { type: 'boolean' },
        chains: { type: 'string' },
      },
    })
    const known = ['eip155', ...families]
    const named = values.chains?.split(',') ?? known
    const strange = named.find((name) => !known.includes(name))
    if (strange !== undefined) fail(`--chains wants some of ${known.join(', ')}, not ${strange}.`)

    const port = Number(values.port ?? 4600)
    if (!Number.isInteger(port) || port < 1024 || port > 65_000) {
      fail(`--port wants a number from 1024 to 65000, not ${values.port}.`)
    }
    const wanted = families.filter((family) => named.includes(family))
    return { port, isJson: values.json === true, isDev: values.dev === true, wanted }
  } catch (error) {
    return fail(
      `${error instanceof Error ? error.message : error}\nUsage: npm start -- [--port N] [--chains eip155,solana,…] [--json] [--dev]`,
    )
  }
}

/** @param {string} name @param {string[]} args @param {Record<string, string>} environment */
function run(name, args, environment = {}) {
  // Its input is a pipe that ends with this program, however this program ends.
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1', ...environment },
  })
  createInterface(child.stderr).on('line', (line) => say(readable(line)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.once('exit', (code) => {
    if (isStopping) return
    say(`The ${name} ended by themselves (code ${code}). Stopping.`)
    void stop(1)
  })
  stops.push(async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 8_000)
    await ended
    clearTimeout(timer)
  })
}

/** @param {number} code */
async function stop(code) {
  if (isStopping) return
  isStopping = true
  if (!isJson) say('\nStopping…')
  await Promise.all(stops.map((each) => each()))
  process.exit(code)
}

/** @param {string} name @param {number} port */
function untilChainAnswers(name, port) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  return untilAnswers(name, `http://${host}:${port}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
}

/** Puts contracts and a history on a chain. @param {string} name @param {string} rpcUrl */
async function fill(name, rpcUrl) {
  try {
    await seedHistory(rpcUrl)
  } catch (error) {
    if (isStopping) return
    say(`${name} could not be filled: ${error instanceof Error ? error.message : error}`)
    await stop(1)
  }
}

/** @param {string} name @param {string} url @param {RequestInit} [request] */
async function untilAnswers(name, url, request = {}) {
  for (let tries = 0; tries < 150; tries++) {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  say(`${name} did not answer within 30 seconds.`)
  await stop(1)
}

function printTable() {
  const rows = [
    ['Demo', urls.demo, 'open this: connect, sign, send, switch network'],
    ['Wallet', urls.wallet, 'a second wallet: paste a link from the demo'],
    ['Mailbox', urls.mailbox, 'the mails with login codes'],
    [
      'Providers',
      urls.providers,
      'plays Google, GitHub, Apple, Facebook, X, Discord and Farcaster for the login',
    ],
    ['Site', `${urls.site}/f/`, "the embedded wallet's site, which the demo shows in a frame"],
    ['Services', urls.services, 'wallets, relay, sign-in, accounts, analytics: /health'],
    ...chains.map(({ name, id, rpcUrl }) => [
      `Chain ${id}`,
      rpcUrl,
      `${name}, with accounts, tokens, names and a past`,
    ]),
    ...ledgers.map((ledger) => [ledger.name, ledger.rpcUrl, `${aboutLedger(ledger)}; starting…`]),
  ]
  process.stdout.write(`\n${tableOf(rows)}\n\n  Ctrl-C stops everything.\n\n`)
}
