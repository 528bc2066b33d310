// Measures new visitors who arrive together at a node that answers five calls a second: `node bench/chain-data/visitors.mjs 10`.
// It takes two minutes for each visitor. No build is needed. Ends with 1 if an answer failed, if a page stayed incomplete,
// or if a visitor costs 500 calls.
//
// Each visitor has an account of its own with about 10,000 transactions in ten million blocks, and asks again every two
// seconds until the page has 50 entries. The node is a stand-in for a public node without traces.
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.mjs'

const visitors = Number(process.argv[2] ?? 2)
const callsPerSecond = 5
const budget = 500
/** Entries of a whole page. */
const pageSize = 50
const chain = 'eip155:1'

const { createBlockchain, createContext, createHistory, openSessionStore, startPublicNode, account } =
  await load()

/** The stand-in knows one account, so each visitor's is another chain with the same head, and names of its own. */
const chains = await Promise.all(
  Array.from({ length: visitors }, (_, index) =>
    startPublicNode({ crowd: 150, transactions: 10_000 - 37 * index }),
  ),
)
/** @type {(index: number) => string} */
const ownerOf = (index) => `0x${(index + 16).toString(16).repeat(20)}`
/** @type {(index: number) => string} */
const hashStart = (index) => `0xde${(index + 16).toString(16)}`
/** @type {(text: string, index: number) => string} */
const toVisitor = (text, index) =>
  text.replaceAll(account.slice(2), ownerOf(index).slice(2)).replaceAll('"0xdeed', `"${hashStart(index)}`)
/** @type {(text: string, index: number) => string} */
const toAccount = (text, index) =>
  text.replaceAll(ownerOf(index).slice(2), account.slice(2)).replaceAll(`"${hashStart(index)}`, '"0xdeed')

/** A busy machine may close an idle connection while it is used again. @type {(url: string, body: string) => Promise<string>} */
async function post(url, body) {
  for (let trial = 1; ; trial++) {
    try {
      return await (await fetch(url, { method: 'POST', body })).text()
    } catch (error) {
      if (trial === 5) throw error
    }
  }
}

/** @type {(call: any, index: number) => Promise<any>} */
async function askChain(call, index) {
  const body = toAccount(JSON.stringify(call), index)
  const answer = await post(chains[index]?.url ?? '', body)
  return JSON.parse(toVisitor(answer, index))
}

/** A block holds the transactions of all visitors. @type {(call: any) => Promise<any>} */
async function askAll(call) {
  const [first, ...others] = await Promise.all(chains.map((_, index) => askChain(call, index)))
  for (const { result } of others)
    first.result?.transactions.push(
      ...result.transactions.filter((/** @type {any} */ one) => /^0xde[12]/.test(one.hash ?? one)),
    )
  return first
}

/** @type {(call: any) => Promise<any>} */
function answer(call) {
  const text = JSON.stringify(call.params ?? [])
  const owner = chains.findIndex(
    (_, index) => text.includes(ownerOf(index).slice(2)) || text.includes(`"${hashStart(index)}`),
  )
  if (owner < 0 && call.method === 'eth_getBlockByNumber') return askAll(call)
  return askChain(call, Math.max(owner, 0))
}

let [calls, bytes, refused] = [0, 0, 0]
/** Calls by method, and how many of them had been answered before. @type {Map<string, { asked: number, again: number }>} */
const methods = new Map()
/** @type {Set<string>} */
const known = new Set()
let allowance = { at: performance.now(), left: callsPerSecond }
const node = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const asked = JSON.parse(Buffer.concat(chunks).toString())
  const list = [asked].flat()
  const now = performance.now()
  const left = Math.min(callsPerSecond, allowance.left + ((now - allowance.at) / 1_000) * callsPerSecond)
  const isRefused = left < Math.min(list.length, callsPerSecond)
  allowance = { at: now, left: isRefused ? left : left - list.length }
  if (isRefused) {
    refused++
    return response.writeHead(429, { 'retry-after': '1' }).end()
  }
  calls += list.length
  for (const { method, params } of list) {
    const key = `${method} ${JSON.stringify(params)}`
    const { asked = 0, again = 0 } = methods.get(method) ?? {}
    methods.set(method, { asked: asked + 1, again: again + Number(known.has(key)) })
    known.add(key)
  }
  const replies = await Promise.all(list.map(answer))
  const text = JSON.stringify(Array.isArray(asked) ? replies : replies[0])
  bytes += text.length
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => node.once('listening', resolve))
const address = /** @type {import('node:net').AddressInfo} */ (node.address())

const context = createContext({
  settings: {
    chains: [`${chain}=http://127.0.0.1:${address.port}`],
    rpcPerSecond: [`${chain}=${callsPerSecond}`],
    tokens: [],
    logLevel: 'error',
  },
})
const history = await createHistory(context, undefined)
const app = createBlockchain(context, history, await openSessionStore({}))
const start = performance.now()
const seconds = () => Math.round((performance.now() - start) / 1_000)

/** @type {(index: number) => Promise<{ readonly first: number, readonly all: number, readonly entries: number, readonly failed: number }>} */
async function visit(index) {
  const incoming = { incoming: { headers: {}, socket: { remoteAddress: `198.51.100.${index + 1}` } } }
  let [first, failed] = [0, 0]
  for (;;) {
    const answer = await app.request(`/v1/account/${ownerOf(index)}/history?chainId=${chain}`, {}, incoming)
    const page = answer.status === 200 ? await answer.json() : undefined
    if (page === undefined) failed++
    const entries = page?.data.length ?? 0
    if (first === 0 && entries > 0) first = seconds()
    if ((page !== undefined && !page.reading) || seconds() > 400 * visitors)
      return { first, all: seconds(), entries, failed }
    await wait(2_000)
  }
}

setInterval(() => console.log(`  after ${seconds()} s: ${calls} calls, ${refused} refused requests`), 30_000)
const visits = await Promise.all(chains.map((_, index) => visit(index)))
const all = seconds()
console.log(
  `${visitors} visitors at once, ${callsPerSecond} calls a second, load ${loadavg()[0]?.toFixed(1)}`,
)
console.log(`  the node was busy for ${Math.round((100 * calls) / callsPerSecond / all)} % of ${all} s`)
console.log(
  `  calls: ${calls}, each ${Math.round(calls / visitors)}; refused requests: ${refused}; kB: ${Math.round(bytes / 1_000)}`,
)
for (const [method, { asked, again }] of [...methods].sort((left, right) => right[1].asked - left[1].asked))
  console.log(`    ${method}: ${asked}, of them asked before: ${again}`)
for (const [index, { first, all, entries, failed }] of visits.entries())
  console.log(
    `  visitor ${index + 1}: first entry after ${first} s, ${entries} entries after ${all} s, ${failed} failed answers`,
  )
await history.close()
node.close()
node.closeAllConnections()
for (const { stop } of chains) stop()
const isWhole = visits.every(({ entries, failed }) => entries >= pageSize && failed === 0)
process.exit(isWhole && calls / visitors < budget ? 0 : 1)
