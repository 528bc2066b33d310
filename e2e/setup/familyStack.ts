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
  /** A second Solana ledger, where it was asked for. */
  readonly second: string
  readonly services: string
  /** Tells the services which coins of Bitcoin hold an inscription: at first none. */
  readonly ord: OrdServer
  readonly stop: () => Promise<void>
}

/** A second Solana network, as the page's settings name it. */
const secondSolana = {
  namespace: 'solana' as const,
  reference: 'LatchkeySecondSoLanaLedger111111',
  name: 'Solana Second',
}

const noLedgers = { solana: '', bip122: '', polkadot: '' }

/**
 * Starts the ledgers of these families, and serves the demo with them at a port, and the wallet app at the next.
 *
 * @param hasSecond Whether Solana has two networks.
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
  const second = hasSecond
    ? await startLedger({ genesisHash: `${secondSolana.reference}1111111111` })
    : undefined
  const ledgers = [
    ...describeLedgers(families, ports),
    ...(second ? [{ ...secondSolana, rpcUrl: second.url }] : []),
  ].map((ledger) => ({ ...ledger, state: 'ready' }))
  const { demo, chains } = stack
  const wallet = `http://localhost:${port + 1}`
  const services = `http://localhost:${port + 40}`
  const relay = services.replace('http', 'ws')
  const ord = await startOrd()
  const bitcoin = ledgers.find(({ namespace }) => namespace === 'bip122')
  const stopServices = await startServices(
    port + 40,
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
    second: second?.url ?? '',
    services,
    ord,
    async stop() {
      await Promise.all([
        ...stopPages.map((stop) => stop()),
        stopServices(),
        ord.stop(),
        ...started.map(({ stop }) => stop()),
        second?.close(),
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
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
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

const start: {
  readonly [family in Family]: () => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
} = {
  async solana() {
    const { url, close } = await startLedger()
    return { url, stop: close }
  },
  bip122: () => startBitcoin(),
  // A program of its own: its packages are not those of this workspace.
  async polkadot() {
    const child = spawn(process.execPath, [join(root, 'chains/polkadot/start.mjs'), '--port', '0'], {
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
  },
}
