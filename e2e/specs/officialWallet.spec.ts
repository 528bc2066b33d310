import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, http } from 'viem'
import { root } from '../../scripts/install.mjs'
import { serveApp } from '../../scripts/start/serveApp.mjs'
import { account } from '../interop/peers/account.js'
import { closeOfficial, createOfficialWallet, type OfficialWallet } from '../interop/peers/official.js'
import { DemoPage } from '../pages/DemoPage.js'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'
import { basePort, stack } from '../setup/stack.js'

// The demo page in a browser and the official wallet client, over a separate relay that this spec kills.

test.describe.configure({ mode: 'serial' })

const [pagePort, servicesPort] = [basePort + 76, basePort + 77]
const pageUrl = `http://localhost:${pagePort}`
const servicesUrl = `http://localhost:${servicesPort}`
const relayUrl = `ws://localhost:${servicesPort}`
const chains = [31337, 31338].map((id, index) => ({
  id,
  name: index === 0 ? 'Local One' : 'Local Two',
  rpcUrl: stack.chains[index] ?? '',
}))
const networkIds = chains.map(({ id }) => `eip155:${id}`)

let dataDir: string
let services: ChildProcess
let stopPage: () => Promise<void>
let wallet: OfficialWallet

async function startServices() {
  const program = join(root, 'services/dist/main.js')
  services = spawn(process.execPath, [program, '--port', String(servicesPort), '--data', dataDir, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (services.stdout === null) throw new Error('the services have no output')
  await once(services.stdout, 'data')
}

async function killServices() {
  services.kill('SIGKILL')
  await once(services, 'exit')
}

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  await startServices()
  stopPage = await serveApp({
    folder: join(root, 'apps/demo'),
    port: pagePort,
    settings: { services: servicesUrl, relay: relayUrl, wallet: stack.wallet, demo: pageUrl, chains },
    connect: [servicesUrl, relayUrl, ...stack.chains],
  })
})
test.afterAll(async () => {
  await stopPage()
  await killServices()
  await rm(dataDir, { recursive: true })
})
test.beforeEach(async () => {
  wallet = await createOfficialWallet({ relayUrl })
  wallet.on('session_proposal', ({ id }) => {
    void wallet.approveSession({
      id,
      namespaces: {
        eip155: {
          accounts: networkIds.map((networkId) => `${networkId}:${account.address}`),
          chains: networkIds,
          methods: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4'],
          events: ['chainChanged', 'accountsChanged'],
        },
      },
    })
  })
  wallet.on('session_request', async ({ topic, id, params }) => {
    const result = await perform(params.chainId, params.request.method, params.request.params)
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  })
})
test.afterEach(() => closeOfficial(wallet))

/** Performs what the wallet's user approves: real signatures, real transactions on the local chains. */
async function perform(chainId: string, method: string, params: readonly unknown[]): Promise<string> {
  if (method === 'personal_sign') {
    return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
  }
  if (method !== 'eth_sendTransaction') throw new Error(`no such method here: ${method}`)
  const chain = chains.find(({ id }) => chainId === `eip155:${id}`)
  const { to, value, data } = params[0] as Record<'to' | 'value' | 'data', `0x${string}` | undefined>
  return createWalletClient({ account, transport: http(chain?.rpcUrl) }).sendTransaction({
    chain: null,
    to,
    data,
    value: BigInt(value ?? '0x0'),
  })
}

test('connects, signs and sends; a relay killed in the middle loses nothing', async ({
  page,
  complaints,
}) => {
  const demo = new DemoPage(page)
  const modal = new Modal(page)
  await page.goto(pageUrl)
  await demo.openModal()
  await wallet.pair({ uri: await modal.copyPairingLink() })
  await demo.expectStatus('connected')
  await expect(demo.connection).toContainText(new RegExp(account.address, 'i'))
  await modal.expectClosed()

  await demo.sign()
  await expect(demo.card('Sign a message')).toContainText('Verified')

  await killServices()
  await demo.expectStatus('connected')
  // Requested while the relay is down, answered when it is up again.
  await demo.sign()
  await expect(demo.card('Sign a message')).not.toContainText('Verified')
  await startServices()
  await expect(demo.card('Sign a message')).toContainText('Verified', { timeout: 30_000 })

  await demo.send()
  await expect(demo.receipt).toContainText(/Block/, { timeout: 30_000 })

  await page.reload()
  await demo.expectStatus('connected')
  const [session] = Object.values(wallet.getActiveSessions())
  await wallet.disconnectSession({
    topic: session?.topic ?? '',
    reason: { code: 6000, message: 'User disconnected.' },
  })
  await demo.expectStatus('disconnected')
  // The browser itself logs that a socket could not be opened.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((line) => !/WebSocket|ERR_CONNECTION/.test(line)),
  )
})
