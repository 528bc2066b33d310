// Counts what an account's history costs on public nodes: `node bench/chain-data/run.mjs`. No build is needed.
//
// The node is a stand-in with the limits of public nodes. The account has 10,000 transactions in ten million blocks. Ends
// with 1 if the first page of the usual node takes 500 calls. `node bench/chain-data/run.mjs paced` measures the seconds
// at nodes that answer five calls a second, one after the other, which takes a quarter of an hour.
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.mjs'

const callsPerSecond = 5
/** The node that the budget is for, and the calls that its first page must stay below. */
const headline = 'archive, 10,000 blocks per query'
const budget = 500
const isPaced = process.argv.includes('paced')
/** Other transactions in each block, which make full blocks long. */
const crowd = 150

const { createContext, createHistory, createSystemClock, startPublicNode, account } = await load()

/** @type {readonly [name: string, options: object][]} */
const nodes = [
  [headline, {}],
  ['archive with traces', { hasTraces: true }],
  ['archive, any query', { logRange: 10_000_000 }],
  ['pruned', { isPruned: true }],
  ['archive, only coin', { kinds: ['coinIn', 'coinOut'] }],
  ['archive with traces, only coin', { kinds: ['coinIn', 'coinOut'], hasTraces: true }],
  ['archive, any query, only coin', { kinds: ['coinIn', 'coinOut'], logRange: 10_000_000 }],
  ['by sender and nonce', { hasSenderAndNonce: true }],
  ['by sender and nonce, only coin', { kinds: ['coinIn', 'coinOut'], hasSenderAndNonce: true }],
  ['archive, ten transactions', { transactions: 10 }],
]
/** Not measured by `paced`: it would take as long as all others together. */
const longest = 'archive, ten transactions'

console.log(`${'node'.padEnd(34)}entries  calls  kB      seconds  requests  most calls`)
for (const [name, options] of nodes) {
  if (isPaced && name === longest) continue
  const node = await startPublicNode({ crowd, ...options }, isPaced ? createSystemClock() : undefined)
  const context = createContext({
    settings: {
      chains: [`eip155:1=${node.url}`],
      rpcPerSecond: isPaced ? [`eip155:1=${callsPerSecond}`] : [],
      tokens: [],
      logLevel: 'error',
    },
  })
  const start = performance.now()
  const history = await createHistory(context, undefined)
  let [page, requests] = [await history.page(account, { chainId: 'eip155:1' }), 1]
  while (page.reading && requests < 1_000) {
    if (isPaced) await wait(2_000)
    page = await history.page(account, { chainId: 'eip155:1' })
    requests++
  }
  const seconds = Math.round((performance.now() - start) / 1_000)
  const most = [...node.counts].sort(([, left], [, right]) => right - left).slice(0, 3)
  console.log(
    name.padEnd(34) +
      String(page.data.length).padEnd(9) +
      String(node.total()).padEnd(7) +
      String(Math.round(node.bytes() / 1_000)).padEnd(8) +
      (isPaced ? String(seconds) : '').padEnd(9) +
      String(requests).padEnd(10) +
      most.map(([method, count]) => `${method} ${count}`).join(', '),
  )
  if (name === headline && (node.total() >= budget || page.data.length < 50)) process.exitCode = 1
  await history.close()
  node.stop()
}
console.log(`load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
