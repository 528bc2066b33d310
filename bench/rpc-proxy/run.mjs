// Measures JSON-RPC through the services' proxy against the node itself: the ratio of the medians for each kind of
// request. Pairs are interleaved, so that whatever else the machine does meets both. Budget: a ratio below 1.3 at a node
// that is 10 ms away, as the nearest public ones are. The services' own processor time for a request depends less on what
// else the machine does; Linux alone tells it. `npm run build`, then `node bench/rpc-proxy/run.mjs`
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { contracts, deployAll, people } from '@latchkey/chains'
import { encodeFunctionData, erc20Abi } from 'viem'
import { percentile } from '../relay/percentile.mjs'

const budget = 1.3
const rounds = Number(process.env.ROUNDS ?? 400)
/** Rounds before each measurement: visitors seldom meet services that have just started. */
const warmUp = 100
/** How far away the node is, in milliseconds there and back. 0 is this machine alone, and only reported. */
const distances = [10, 0]
const chainId = 'eip155:31337'
const agent = new Agent({ keepAlive: true })

const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [people.visitor] })
/** @type {(method: string, params?: readonly unknown[]) => object} */
const call = (method, params = []) => ({ jsonrpc: '2.0', id: 1, method, params })
const kinds = {
  eth_call: call('eth_call', [{ to: contracts.grove, data }, 'latest']),
  eth_blockNumber: call('eth_blockNumber'),
  eth_getLogs: call('eth_getLogs', [{ address: contracts.grove, fromBlock: '0x0', toBlock: 'latest' }]),
  'list of 20': Array.from({ length: 20 }, (_, id) => ({
    ...call('eth_call', [{ to: contracts.grove, data }, 'latest']),
    id,
  })),
}

/** @type {(() => unknown)[]} */
const cleanups = []
try {
  const chain = await startChain()
  await deployAll(chain)
  let isKept = true
  for (const distance of distances) {
    const node = distance === 0 ? chain : await startDistant(chain, distance)
    const services = await startServices(node)
    const proxy = `${services.url}/v1/?chainId=${chainId}&projectId=bench`
    for (const [name, body] of Object.entries(kinds)) {
      const { direct, passed, processor } = await measure(body, node, proxy, services)
      const ratio = passed / direct
      const isMeasured = distance > 0
      if (isMeasured && ratio >= budget) isKept = false
      console.log(
        `${name}, node ${distance} ms away: direct ${direct.toFixed(2)} ms, through the proxy ${passed.toFixed(2)} ms, ` +
          `ratio ${ratio.toFixed(2)}${isMeasured ? `; budget below ${budget}` : ' (reported)'}; ` +
          `${processor?.toFixed(1) ?? 'unknown'} ms of the services' processor time`,
      )
    }
  }
  console.log(`load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
  process.exitCode = isKept ? 0 : 1
} finally {
  agent.destroy()
  for (const cleanup of cleanups.reverse()) cleanup()
}

/**
 * @param {unknown} body
 * @param {string} node
 * @param {string} proxy
 * @param {{ readonly pid: number | undefined }} services
 */
async function measure(body, node, proxy, { pid }) {
  const text = JSON.stringify(body)
  const [first, second] = [await send(node, text), await send(proxy, text)]
  if (first.text.includes('"error"') || !isSame(first.text, second.text))
    throw new Error(`not the same answer: ${first.text.slice(0, 200)} ${second.text.slice(0, 200)}`)
  /** @type {{ direct: number[], passed: number[] }} */
  const times = { direct: [], passed: [] }
  /** @type {number | undefined} */
  let start
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) start = await processorTime(pid)
    // Whoever is first changes, so that neither always meets a warm node.
    const order = round % 2 === 0 ? [node, proxy] : [proxy, node]
    for (const url of order) {
      const { milliseconds } = await send(url, text)
      if (round >= 0) times[url === node ? 'direct' : 'passed'].push(milliseconds)
    }
  }
  const end = await processorTime(pid)
  const processor = start === undefined || end === undefined ? undefined : (end - start) / rounds
  return { direct: percentile(times.direct, 50), passed: percentile(times.passed, 50), processor }
}

/** A process' own processor time so far, in milliseconds. @type {(pid: number | undefined) => Promise<number | undefined>} */
async function processorTime(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name before the bracket may hold spaces. The kernel counts in hundredths of a second.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? undefined : 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Whether two answers hold the same results, however their fields are ordered. */
function isSame(/** @type {string} */ left, /** @type {string} */ right) {
  const resultsOf = (/** @type {string} */ text) =>
    JSON.stringify([JSON.parse(text)].flat().map(({ result }) => result))
  return resultsOf(left) === resultsOf(right)
}

/**
 * @param {string} url
 * @param {string} body
 * @returns {Promise<{ milliseconds: number, text: string }>}
 */
function send(url, body) {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ milliseconds: performance.now() - startedAt, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Starts the services in a process of their own, as they run for visitors. */
async function startServices(/** @type {string} */ node) {
  const program = createRequire(import.meta.url)
    .resolve('@latchkey/services')
    .replace(/index\.js$/, 'main.js')
  const env = {
    ...process.env,
    LATCHKEY_CHAINS: `${chainId}=${node}`,
    LATCHKEY_RELAY_STORE: 'memory',
    LATCHKEY_LOG: 'warn',
    LATCHKEY_RPC_BURST: '1000000',
    LATCHKEY_RPC_RATE: '1000000',
    LATCHKEY_HTTP_RATE: '1000000',
    LATCHKEY_HTTP_BURST: '1000000',
  }
  const child = spawn(process.execPath, [program, '--only', 'blockchain', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout))
    return { url: JSON.parse(line).services, pid: child.pid }
  throw new Error('the services did not start')
}

/** Starts a server that passes bytes on to a node after half of the time, and its answers after the other half. */
async function startDistant(/** @type {string} */ node, /** @type {number} */ time) {
  const { port } = new URL(node)
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1')
    /** @param {import('node:net').Socket} from @param {import('node:net').Socket} to */
    const pass = (from, to) => {
      from.on('data', (chunk) => setTimeout(() => to.write(chunk), time / 2))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
      from.setNoDelay(true)
    }
    pass(client, upstream)
    pass(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
}

async function startChain() {
  const { platform, arch } = process
  const program = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}/bin/anvil`,
  )
  const port = 18_000 + Math.floor(Math.random() * 2_000)
  const child = spawn(program, ['--port', String(port), '--silent'], { stdio: 'ignore' })
  cleanups.push(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null) {
    const isUp = await send(url, JSON.stringify(call('eth_chainId'))).then(
      () => true,
      () => false,
    )
    if (isUp) return url
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the chain did not start')
}
