// Measures how fast the indexer reads a chain. First `npm run build`, then
// `node bench/indexer/run.mjs [--blocks 1000] [--transfers 10] [--port 5500]`.
//
// The service runs as in production, in a separate process with SQLite on disk; the chain is anvil. The benchmark
// measures what a visitor waits for: the time from the first request for an account's history until the service has
// returned all of it.
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { contracts, deployAll, people } from '@latchkey/chains'
import { processorTime, startChain, startServices, stopAll } from './start.mjs'

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '1000' },
    transfers: { type: 'string', default: '10' },
    port: { type: 'string', default: '5500' },
  },
})
const [blocks = 0, transfers = 0, port = 0] = [values.blocks, values.transfers, values.port].map(Number)
if (!blocks || !transfers || !port) throw new Error('--blocks, --transfers and --port are numbers')

const chainId = 'eip155:31337'
const account = `0x${randomBytes(20).toString('hex')}`
const word = (/** @type {string | number} */ value) =>
  (typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0')
/** `mint(address,uint256)` of a token of the local chains: a transfer like any other. */
const mint = `0x40c10f19${word(account)}${word(1_500_000)}`

try {
  const chain = await startChain(port)
  await deployAll(chain.url)
  await chain.ask('evm_setAutomine', false)
  await addBlocks(blocks)
  const { url, pid } = await startServices({ LATCHKEY_CHAINS: `${chainId}=${chain.url}` })

  const first = await readAll(url, pid)
  print('earlier history', blocks, first)
  const more = Math.ceil(blocks / 5)
  await addBlocks(more)
  const second = await readAll(url, pid)
  print('new blocks', more, { ...second, count: second.count - first.count })
  await chain.ask('anvil_mine', `0x${(5 * blocks).toString(16)}`)
  const third = await readAll(url, pid)
  print('empty blocks', 5 * blocks, { ...third, count: 0 })
  const again = await readAll(url, pid)
  console.log(`${'handed out again'.padEnd(18)}${Math.round(again.count / again.seconds)} transactions/s`)
  const expected = (blocks + more) * transfers
  if (second.count !== expected) {
    console.log(`${second.count} transfers were read of ${expected}`)
    process.exitCode = 1
  }

  /** Half of the transfers are of coin, half of a token. @param {number} count */
  async function addBlocks(count) {
    for (let block = 0; block < count; block++) {
      const calls = Array.from({ length: transfers }, (_, index) => ({
        method: 'eth_sendTransaction',
        params: [
          index % 2 === 0
            ? { from: people.deployer, to: account, value: '0x1', gas: '0x5208' }
            : { from: people.deployer, to: contracts.dollar, data: mint, gas: '0x186a0' },
        ],
      }))
      await chain.askAll([...calls, { method: 'evm_mine' }])
    }
  }
} finally {
  await stopAll()
}

/** Reads all pages. @param {string} url @param {number} pid */
async function readAll(url, pid) {
  const startedAt = performance.now()
  const before = processorTime(pid)
  let count = 0
  /** @type {string | null} */
  let cursor = ''
  while (cursor !== null) {
    const page = await readPage(`${url}/v1/account/${account}/history?chainId=${chainId}`, cursor)
    count += page.data.length
    cursor = page.next
  }
  return { seconds: (performance.now() - startedAt) / 1000, processor: processorTime(pid) - before, count }
}

/** @param {string} url @param {string} cursor @returns {Promise<{ data: unknown[], next: string | null }>} */
async function readPage(url, cursor) {
  const response = await fetch(cursor === '' ? url : `${url}&cursor=${cursor}`)
  const page = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(page))
  return page
}

/** @param {string} name @param {number} read @param {Awaited<ReturnType<typeof readAll>>} result */
function print(name, read, { seconds, processor, count }) {
  const rates = (/** @type {number} */ time) =>
    `${Math.round(read / time)} blocks/s, ${Math.round(count / time)} transfers/s`
  console.log(
    `${name.padEnd(18)}${read} blocks, ${count} transfers in ${seconds.toFixed(2)} s: ${rates(seconds)}; ` +
      `by its own processor time ${rates(processor)}`,
  )
}
