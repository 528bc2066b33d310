import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBitcoin } from '@latchkey/chain-bitcoin'
import { startLedger } from '@latchkey/chain-solana'
import { contracts } from '@latchkey/chains'
import { root } from '../../scripts/install.mjs'
import { describeLedgers, nodeOf } from '../../scripts/start/ledgers.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { localNetworks } from '../pages/localNetworks.js'
import { type OrdServer, startOrd } from './ordServer.js'
import { stack } from './stack.js'

export type Family = 'solana' | 'bip122' | 'polkadot'

/** The demo and the wallet app with the ledgers of some families, beside the stack's own, which have none. */
export type FamilyStack = {
  readonly demo: string
  readonly wallet: string
  /** The ledgers' addresses. */
  readonly urls: { readonly [family in Family]: string }
  /** The second ledgers' addresses, where they were asked for. */
  readonly seconds: { readonly [family in Family]: string }
  readonly services: string
  /** Tells the services which coins of Bitcoin hold an inscription: at first none. */
  readonly ord: OrdServer
  readonly stop: () => Promise<void>
}

/** The second network of each family, as the page's settings name it. */
const seconds = {
  solana: { reference: 'LatchkeySecondSoLanaLedger111111', name: 'Solana Second' },
  // Signet's: the kit knows by it how addresses are written, which is not as on regtest.
  bip122: { reference: '00000008819873e925422c1ff0f99f7c', name: 'Bitcoin Second' },
  // Of a relay chain with addresses of its own: the asset hub has the generic ones.
  polkadot: { reference: '46464646464646464646464646464646', name: 'Polkadot Relay Local', prefix: 2 },
} as const

const noLedgers = { solana: '', bip122: '', polkadot: '' }

/**
 * Starts the ledgers of these families, and serves the demo with them at a port, and the wallet app at the next.
 *
 * @param hasSecond Whether each family has two networks.
 */
export async function startFamilies(
  families: readonly Family[],
  port: number,
  hasSecond = false,
): Promise<FamilyStack> {
  const started = await Promise.all(families.map(async (family) => ({ family, ...(await start[family]()) })))
  const urls = { ...noLedgers, ...Object.fromEntries(started.map(({ family, url }) => [family, url])) }
  const ports = { solana: 0, bip122: 0, polkadot: 0 }
  for (const { family, url } of started) ports[family] = Number(new URL(url).port)
  const others = hasSecond
    ? await Promise.all(families.map(async (family) => ({ family, ...(await startSecond[family]()) })))
    : []
  const ledgers = [
    ...describeLedgers(families, ports),
    ...others.map(({ family, url }) => ({ namespace: family, ...seconds[family], rpcUrl: url })),
  ].map((ledger) => ({ ...ledger, state: 'ready' }))
  const { demo, chains } = stack
  const wallet = `http://localhost:${port + 1}`
  const services = `http://localhost:${port + 15}`
  const relay = services.replace('http', 'ws')
  const ord = await startOrd()
  const bitcoin = ledgers.find(({ namespace }) => namespace === 'bip122')
  const stopServices = await startServices(
    port + 15,
    [...localNetworks.map(({ id }, index) => `eip155:${id}=${chains[index]}`), ...ledgers.map(nodeOf)],
    bitcoin === undefined ? '' : nodeOf({ ...bitcoin, rpcUrl: ord.url }),
  )
  const settings = {
    ...{ services, wallet, demo, relay, ledgers },
    chains: localNetworks.map(({ id, name }, index) => ({
      ...{ id, name, rpcUrl: chains[index] },
      contracts: { ensUniversalResolver: { address: contracts.universalResolver } },
    })),
  }
  const connect = [services, relay, ...chains, ...ledgers.map(({ rpcUrl }) => rpcUrl)]
  const stopPages = await Promise.all(
    ['apps/demo', 'apps/wallet'].map((app, index) =>
      serveApp({ folder: join(root, app), port: port + index, settings, connect }),
    ),
  )
  return {
    demo: `http://localhost:${port}`,
    wallet,
    urls,
    seconds: { ...noLedgers, ...Object.fromEntries(others.map(({ family, url }) => [family, url])) },
    services,
    ord,
    async stop() {
      await Promise.all([
        ...stopPages.map((stop) => stop()),
        stopServices(),
        ord.stop(),
        ...[...started, ...others].map(({ stop }) => stop()),
      ])
    },
  }
}

/** Starts services of their own, which serve the ledgers. */
async function startServices(
  port: number,
  nodes: readonly string[],
  ord: string,
): Promise<() => Promise<unknown>> {
  const data = await mkdtemp(join(tmpdir(), 'latchkey-families-'))
  const program = [join(root, 'services/dist/main.js'), '--port', String(port), '--data', data]
  const child = spawn(process.execPath, program, {
    // Its input ends with the worker, however that ends: its port must be free for the next.
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      ...process.env,
      LATCHKEY_STOP_WITH_INPUT: '1',
      LATCHKEY_AUTH_RPC_URLS: nodes.filter((node) => node.startsWith('eip155:')).join(','),
      LATCHKEY_CHAINS: nodes.join(','),
      LATCHKEY_LOG: 'warn',
      LATCHKEY_ORD: ord,
      LATCHKEY_READ_BURST: '1000000',
      LATCHKEY_RPC_BURST: '1000000',
    },
  })
  const ended = once(child, 'exit')
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`http://localhost:${port}/health`).catch(() => undefined)
    if (answer?.ok === true) break
    if (tries > 600 || child.exitCode !== null) throw new Error('the services did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return async () => {
    child.kill()
    await ended
    await rm(data, { recursive: true, force: true })
  }
}

type Running = { readonly url: string; readonly stop: () => Promise<void> }

const start: { readonly [family in Family]: () => Promise<Running> } = {
  solana: () => startSolana(),
  bip122: () => startBitcoin(),
  polkadot: () => startPolkadot(),
}

const startSecond: typeof start = {
  solana: () => startSolana(`${seconds.solana.reference}1111111111`),
  bip122: () => startBitcoin({ network: 'signet' }),
  polkadot: () => startPolkadot('--genesis-hash', `0x${seconds.polkadot.reference.repeat(2)}`),
}

async function startSolana(genesisHash?: string): Promise<Running> {
  const { url, close } = await startLedger({ genesisHash })
  return { url, stop: close }
}

/** Starts a program of its own: its packages are not those of this workspace. */
async function startPolkadot(...options: readonly string[]): Promise<Running> {
  const program = [join(root, 'chains/polkadot/start.mjs'), '--port', '0', ...options]
  const child = spawn(process.execPath, program, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1' },
  })
  const ended = once(child, 'exit')
  const line = await Promise.race([
    once(child.stdout, 'data').then(([data]) => String(data)),
    ended.then(([code]) => {
      throw new Error(`the Polkadot chain ended with ${code}`)
    }),
  ])
  return {
    url: /http:\S+/.exec(line)?.[0] ?? '',
    async stop() {
      child.kill()
      await ended
    },
  }
}
