// Measures the portfolio of an account with 200 priced tokens: the service's time, and its requests to the chain.
// Budget: 3 `eth_call`s for one answer (docs/guides/services.md). `npm run build`, then
// `node bench/portfolio/run.mjs`
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import { contracts, deployAll, people, tokensOf } from '@latchkey/chains'
import { startServices } from '@latchkey/services'
import { encodeAbiParameters, getAddress, keccak256, numberToHex } from 'viem'
import { percentile } from '../relay/percentile.mjs'

const budget = 3
const count = 200
const rounds = 200
const owner = people.visitor
const chainId = /** @type {const} */ ('eip155:31337')

const chain = await startChain()
const node = await startCounter(chain.url)
/** @type {Awaited<ReturnType<typeof startServices>> | undefined} */
let services
try {
  await deployAll(chain.url)
  services = await startServices({
    services: ['blockchain'],
    settings: {
      logLevel: 'silent',
      httpBurst: 100_000,
      chains: [`${chainId}=${node.url}`],
      swapRouters: [`${chainId}=${contracts.router}`],
      stablecoins: [`${chainId}=${contracts.dollar}`],
      tokens: [...tokensOf(31337), ...(await makeTokens())].map((token) => ({ ...token, chainId })),
    },
  })
  const path = `${services.url}/v1/account/${owner}/balance?chainId=${chainId}&forceUpdate=`
  const first = await measure(`${path}1`)
  /** @type {number[]} */
  const times = []
  let calls = 0
  for (let round = 0; round < rounds; round++) {
    const one = await measure(`${path}1`)
    times.push(one.milliseconds)
    calls = Math.max(calls, one.calls)
  }
  const kept = await measure(`${path}false`)
  console.log(
    `${first.tokens} tokens: ${first.calls} calls and ${first.milliseconds.toFixed(0)} ms the first time, then ${calls} at most, ` +
      `p50 ${percentile(times, 50).toFixed(1)} ms and p99 ${percentile(times, 99).toFixed(1)} ms asked anew, ` +
      `${kept.calls} and ${kept.milliseconds.toFixed(1)} ms from what is kept; budget ${budget} calls`,
  )
  process.exitCode = first.tokens > count && Math.max(first.calls, calls) <= budget ? 0 : 1
} finally {
  await services?.close()
  node.close()
  chain.stop()
}

/** @param {string} url */
async function measure(url) {
  const before = node.calls()
  const startedAt = performance.now()
  const { balances } = await (await fetch(url)).json()
  const milliseconds = performance.now() - startedAt
  return { milliseconds, tokens: balances.length, calls: node.calls() - before }
}

/** Puts copies of an existing token on the chain, and gives the owner a balance of each. */
async function makeTokens() {
  const code = await chain.ask('eth_getCode', [contracts.grove, 'latest'])
  // The contract's first storage slot is the mapping of balances.
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]))
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const address = getAddress(numberToHex(0x5000_0000 + index, { size: 20 }))
      await chain.ask('anvil_setCode', [address, code])
      await chain.ask('anvil_setStorageAt', [address, slot, numberToHex(10n ** 18n, { size: 32 })])
      return {
        chainId: 31337,
        address,
        name: `Token ${index}`,
        symbol: `T${index}`,
        decimals: 18,
        iconUrl: '',
      }
    }),
  )
}

async function startChain() {
  const { platform, arch } = process
  const program = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}/bin/anvil${platform === 'win32' ? '.exe' : ''}`,
  )
  const port = 40_000 + (process.pid % 10_000)
  const child = spawn(program, ['--port', String(port), '--silent'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const ask = async (/** @type {string} */ method, /** @type {readonly unknown[]} */ params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const { result } = await (await fetch(url, { method: 'POST', headers, body })).json()
    return result
  }
  const isUp = () =>
    ask('eth_chainId').then(
      () => true,
      () => false,
    )
  while (!(await isUp())) if (child.exitCode !== null) throw new Error('the chain did not start')
  return { url, ask, stop: () => void child.kill('SIGKILL') }
}

/**
 * Forwards requests to the chain, and counts the calls in them.
 *
 * @param {string} url
 */
async function startCounter(url) {
  let calls = 0
  const server = createServer((incoming, outgoing) => {
    const onward = request(url, { method: 'POST', headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.on('data', (chunk) => {
      calls += String(chunk).split('"eth_call"').length - 1
    })
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, close: () => server.close() }
}
