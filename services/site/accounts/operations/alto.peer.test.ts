import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Hex } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { people } from '../../../../chains/src/index.js'
import { startTestChain, type TestChain } from '../../testing/startTestChain.js'
import { testWallet } from '../../testing/testWallet.js'
import { openRpc } from '../openRpc.js'
import type { Rpc } from '../Rpc.js'

// The wallet's operations with a bundler that is not ours: `npm run long -- --only bundler`.

/** Keys of the development phrase, which the local chains fund. */
const executor = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const helper = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

let chain: TestChain
let bundler: Rpc
let stopBundler = () => {}

beforeAll(async () => {
  chain = await startTestChain()
  const port = await freePort()
  const options = [
    ...['run', '--entrypoints', '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', '--rpc-url', chain.node.url],
    ...['--executor-private-keys', executor, '--utility-private-key', helper, '--port', String(port)],
    ...['--safe-mode', 'false', '--deploy-simulations-contract', 'true', '--min-executor-balance', '0'],
    ...['--utility-wallet-monitor', 'false', '--block-time', '200', '--max-bundle-interval', '200'],
    ...['--min-bundle-interval', '20', '--log-level', 'error'],
  ]
  const child = spawn(process.execPath, [process.env.BUNDLER_PROGRAM ?? '', ...options], { stdio: 'ignore' })
  stopBundler = () => child.kill('SIGKILL')
  bundler = openRpc(() => `http://127.0.0.1:${port}`)
  await vi.waitFor(() => bundler('eip155:31337', 'eth_supportedEntryPoints', []), { timeout: 60_000 })
}, 120_000)
afterAll(async () => {
  stopBundler()
  await chain.stop()
})

test('takes the first operation, which delegates, the next one, and a single transaction', async () => {
  const { signers } = await chain.fund()
  const wallet = testWallet({
    ...{ rpc: chain.rpc, bundler, chains: [chain.withBundler()], signers },
    state: { type: 'smartAccount' },
  })
  const calls = [
    { to: people.wren, value: '0x1' },
    { to: people.marlow, value: '0x2' },
  ]
  for (let time = 0; time < 2; time += 1) {
    const { id } = (await wallet.request('wallet_sendCalls', [{ calls, chainId: '0x7a69' }])) as {
      id: string
    }
    await expect
      .poll(() => wallet.request('wallet_getCallsStatus', [id]), { timeout: 30_000 })
      .toMatchObject({ status: 200, atomic: true })
  }
  const hash = (await wallet.request('eth_sendTransaction', [{ to: people.wren, value: '0x3' }])) as Hex
  expect((await getTransactionReceipt(chain.client, { hash })).status).toBe('success')
}, 120_000)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
