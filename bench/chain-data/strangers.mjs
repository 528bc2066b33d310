// Counts what one client causes that asks for 10,000 random addresses, and what a neighbour notices:
// `node bench/chain-data/strangers.mjs`. It takes two minutes. No build is needed.
//
// The client asks for histories, balances and collectibles in turn, as fast as the limit of HTTP requests lets it. The
// node is a stand-in for a public node, the limits are the default ones.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.mjs'

const addresses = Number(process.argv[2] ?? 10_000)
const perSecond = 100
const routes = ['history', 'balance', 'nfts']
const chain = 'eip155:1'

const { createBlockchain, createContext, createHistory, openSessionStore, startPublicNode, account } =
  await load()
const node = await startPublicNode({ crowd: 150 })
const context = createContext({
  settings: { chains: [`${chain}=${node.url}`], tokens: [], logLevel: 'silent' },
})
const history = await createHistory(context, undefined)
const sessions = await openSessionStore({})
const app = createBlockchain(context, history, sessions)

/** @type {(remoteAddress: string, owner: string, route: string) => Promise<{ status: number, body: any, ms: number }>} */
async function ask(remoteAddress, owner, route) {
  const start = performance.now()
  const incoming = { incoming: { headers: {}, socket: { remoteAddress } } }
  const response = await app.request(`/v1/account/${owner}/${route}?chainId=${chain}`, {}, incoming)
  return { status: response.status, body: await response.json(), ms: performance.now() - start }
}

/** @type {(route: string) => ReturnType<typeof ask>} */
const neighbour = (route) => ask('198.51.100.8', account, route)
/** The neighbour's visit: until its page is complete. */
async function visit() {
  for (let round = 0; round < 100; round++) {
    const { status, body } = await neighbour('history')
    if (status !== 200 || !body.reading) return { status, entries: body.data?.length }
  }
  return { status: 0, entries: 0 }
}

const first = await visit()
const before = { calls: node.total(), bytes: node.bytes() }
const statuses = new Map()
const waits = []
let neighbourCalls = 0
const start = performance.now()
const running = []
for (let index = 0; index < addresses; index++) {
  const owner = `0x${randomBytes(20).toString('hex')}`
  running.push(
    ask('203.0.113.7', owner, routes[index % routes.length] ?? 'history').then(({ status }) =>
      statuses.set(status, (statuses.get(status) ?? 0) + 1),
    ),
  )
  const early = start + (index * 1_000) / perSecond - performance.now()
  if (early > 0) await wait(early)
  if (index % (10 * perSecond) === 0) {
    const route = routes[(index / (10 * perSecond)) % 2] ?? 'history'
    waits.push(await neighbour(route))
  }
}
await Promise.all(running)
const seconds = (performance.now() - start) / 1_000
const caused = node.total() - before.calls
const atEnd = node.total()
const again = await visit()
neighbourCalls = node.total() - atEnd
const failed = waits.filter(({ status }) => status !== 200).length

console.log(`${addresses} random addresses, one client, ${seconds.toFixed(0)} s`)
console.log(`  answers: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
console.log(`  calls to the node: ${caused}, the neighbour's own ones among them`)
console.log(`  kB: ${Math.round((node.bytes() - before.bytes) / 1_000)}`)
console.log(
  `  neighbour: ${first.entries} entries before, ${again.entries} after, for ${neighbourCalls} calls`,
)
console.log(
  `  meanwhile: ${waits.length} requests, ${failed} refused, the slowest ${Math.round(Math.max(...waits.map(({ ms }) => ms)))} ms`,
)
await history.close()
await sessions.close()
node.stop()
process.exitCode = caused < 2_000 && failed === 0 && again.entries === first.entries ? 0 : 1
