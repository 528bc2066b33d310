// Counts what one client causes that asks for 10,000 random addresses, and what a neighbour notices:
// `node bench/chain-data/strangers.mjs`. It takes two minutes. No build is needed. With `paced` the node answers five calls
// a second, and it takes six: the neighbour then shares them with the client, and still sees each answer in time.
//
// The client asks for histories, balances and collectibles in turn, as fast as the limit of HTTP requests lets it. The
// node is a stand-in for a public node, the limits are the default ones. Ends with 1 where the client causes 2,000 calls,
// or where the neighbour is refused, loses entries, or waits longer than it does alone and what is allowed beyond that.
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.mjs'

const isPaced = process.argv.includes('paced')
const callsPerSecond = 5
const addresses = Number(process.argv[2]) || 10_000
const perSecond = 100
/** The neighbour's requests before the client comes, and how much longer one may take meanwhile, in milliseconds. */
const alone = 10
const longer = isPaced ? 3_000 : 1_000
const routes = ['history', 'balance', 'nfts']
const chain = 'eip155:1'

const {
  createBlockchain,
  createContext,
  createHistory,
  createSystemClock,
  openSessionStore,
  startPublicNode,
  account,
} = await load()
const clock = createSystemClock()
const node = await startPublicNode({ crowd: 150, callsPerSecond }, isPaced ? clock : undefined)
const context = createContext({
  settings: {
    chains: [`${chain}=${node.url}`],
    rpcPerSecond: isPaced ? [`${chain}=${callsPerSecond}`] : [],
    tokens: [],
    logLevel: 'silent',
  },
  clock,
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
  for (let round = 0; round < 200; round++) {
    const { status, body } = await neighbour('history')
    if (status !== 200 || !body.reading) return { status, entries: body.data?.length }
    if (isPaced) await wait(2_000)
  }
  return { status: 0, entries: 0 }
}

/** The slowest answer of each kind. @type {(told: readonly { readonly route: string, readonly ms: number }[]) => Record<string, number>} */
const slowest = (told) =>
  Object.fromEntries(
    ['history', 'balance'].map((route) => [
      route,
      Math.max(...told.filter((one) => one.route === route).map(({ ms }) => Math.round(ms))),
    ]),
  )

const first = await visit()
/** @type {{ route: string, ms: number }[]} */
const quiet = []
for (let index = 0; index < alone; index++) {
  const route = routes[index % 2] ?? 'history'
  quiet.push({ route, ms: (await neighbour(route)).ms })
  await wait(10_000)
}
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
    waits.push({ route, ...(await neighbour(route)) })
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
const [unhurried, during] = [slowest(quiet), slowest(waits)]
for (const route of Object.keys(during))
  console.log(`  neighbour's slowest ${route}: ${unhurried[route]} ms alone, ${during[route]} ms meanwhile`)
console.log(`  meanwhile: ${waits.length} requests, ${failed} refused`)
console.log(`  load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
const isInTime = Object.keys(during).every(
  (route) => (during[route] ?? 0) <= (unhurried[route] ?? 0) + longer,
)
await history.close()
await sessions.close()
node.stop()
const isUntouched = failed === 0 && again.entries === first.entries && isInTime
process.exitCode = caused < 2_000 && isUntouched ? 0 : 1
