// Measures the time from requesting a link to a settled session for our client and the official one, alternating in the
// same run, over the same relay and with the same official wallet. Ours has to be faster.
// `npm run build`, then `node bench/sign-client/run.mjs [--rounds 20]`

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSignClient } from '@latchkey/sign-client'
import { createWalletClient } from '@latchkey/sign-client/wallet'
import { WebSocket } from 'ws'

// The official packages read this when they load: it allows several cores in one process and turns telemetry off.
process.env.DISABLE_GLOBAL_CORE = 'true'
process.env.IS_VITEST = 'true'
const { WalletKit } = await import('@reown/walletkit')
const { Core } = await import('@walletconnect/core')
const { SignClient } = await import('@walletconnect/sign-client')

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)
const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const namespaces = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] },
}
const granted = { eip155: { ...namespaces.eip155, accounts: [account] } }
const metadata = { name: 'bench', description: 'bench', url: 'https://bench.example', icons: [] }
const webSocket = /** @type {any} */ (WebSocket)

const program = fileURLToPath(new URL('../../services/dist/main.js', import.meta.url))
const relay = spawn(process.execPath, [program, '--port', '0', '--json'], {
  stdio: ['pipe', 'pipe', 'ignore'],
  env: { ...process.env, LATCHKEY_STOP_WITH_INPUT: '1' },
})
const [line] = await once(relay.stdout, 'data')
const relayUrl = JSON.parse(String(line)).relay

/** @type {Record<string, () => Promise<{ uri: string, settled: Promise<unknown>, close: () => Promise<void> }>>} */
const apps = {
  ours: async () => {
    const client = createSignClient({ metadata, projectId: 'bench', relayUrl, webSocket })
    const { uri, approval } = client.connect({ namespaces })
    return { uri, settled: approval, close: () => client.close() }
  },
  official: async () => {
    const core = officialCore()
    const client = await SignClient.init({ core: core, metadata })
    const { uri = '', approval } = await client.connect({ optionalNamespaces: namespaces })
    return { uri, settled: approval(), close: () => closeCore(core) }
  },
}
/** @type {Record<string, () => Promise<{ pair: (uri: string) => Promise<unknown>, close: () => Promise<void> }>>} */
const wallets = {
  'official wallet': async () => {
    const core = officialCore()
    const wallet = await WalletKit.init({ core: core, metadata })
    wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces: granted }))
    return { pair: (uri) => wallet.pair({ uri }), close: () => closeCore(core) }
  },
  'our wallet': async () => {
    const wallet = createWalletClient({ metadata, projectId: 'bench', relayUrl, webSocket })
    wallet.on('session_proposal', ({ id }) => {
      wallet.approve({ id, namespaces: granted }).catch(() => {})
    })
    await wallet.start()
    return { pair: (uri) => wallet.pair({ uri }), close: () => wallet.close() }
  },
}

/** @returns {any} */
function officialCore() {
  const entries = new Map()
  const storage = {
    getKeys: async () => [...entries.keys()],
    getEntries: async () => [...entries],
    getItem: async (/** @type {string} */ name) => entries.get(name),
    setItem: async (/** @type {string} */ name, /** @type {unknown} */ value) =>
      void entries.set(name, value),
    removeItem: async (/** @type {string} */ name) => void entries.delete(name),
  }
  return new Core(
    /** @type {any} */ ({ relayUrl, projectId: 'bench', logger: 'silent', telemetryEnabled: false, storage }),
  )
}

/** @param {{ heartbeat: { stop(): void }, relayer: { transportClose(): Promise<void> } }} core */
async function closeCore(core) {
  core.heartbeat.stop()
  await core.relayer.transportClose().catch(() => {})
}

/** @param {number[]} some @param {number} share */
const at = (some, share) =>
  [...some].sort((a, b) => a - b)[Math.floor(share * (some.length - 1))] ?? Number.NaN

let isFaster = true
for (const [walletName, createWallet] of Object.entries(wallets)) {
  /** @type {Record<string, number[]>} */
  const times = { ours: [], official: [] }
  // The first round of each client warms the process up and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? ['ours', 'official'] : ['official', 'ours']) {
      const wallet = await createWallet()
      const startedAt = performance.now()
      const app = await /** @type {NonNullable<typeof apps[string]>} */ (apps[name])()
      await wallet.pair(app.uri)
      await app.settled
      if (round > 0) times[name]?.push(performance.now() - startedAt)
      await app.close()
      await wallet.close()
    }
  }
  const { ours = [], official = [] } = times
  const ratio = at(ours, 0.5) / at(official, 0.5)
  isFaster &&= ratio < 1
  console.log(
    `with ${walletName}, ${rounds} pairings each, from nothing to settled: ours p50 ${at(ours, 0.5).toFixed(0)} ms ` +
      `(p90 ${at(ours, 0.9).toFixed(0)}), official p50 ${at(official, 0.5).toFixed(0)} ms ` +
      `(p90 ${at(official, 0.9).toFixed(0)}), ratio ${ratio.toFixed(2)}`,
  )
}
relay.kill()
process.exit(isFaster ? 0 : 1)
