// Counts what an account's history costs on public nodes: `node bench/chain-data/run.mjs`. No build is needed.
//
// The node is a stand-in with the limits of public nodes. The account has 10,000 transactions in ten million blocks. The
// seconds are not measured, but follow from the calls at five calls a second.
import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const services = `${root}services/src`
const out = `${root}services/.cache/chain-data.mjs`
const callsPerSecond = 5
/** Other transactions in each block, which make full blocks long. */
const crowd = 150

const { createContext, createHistory, startPublicNode, account } = await load()

/** @type {readonly [name: string, options: object][]} */
const nodes = [
  ['archive, 10,000 blocks per query', {}],
  ['archive with traces', { hasTraces: true }],
  ['archive, any query', { logRange: 10_000_000 }],
  ['pruned', { isPruned: true }],
  ['archive, only coin', { kinds: ['coinIn', 'coinOut'] }],
  ['archive with traces, only coin', { kinds: ['coinIn', 'coinOut'], hasTraces: true }],
  ['archive, any query, only coin', { kinds: ['coinIn', 'coinOut'], logRange: 10_000_000 }],
]

console.log(`${'node'.padEnd(34)}entries  calls  kB      seconds  requests  most calls`)
for (const [name, options] of nodes) {
  const node = await startPublicNode({ crowd, ...options })
  const context = createContext({
    settings: { chains: [`eip155:1=${node.url}`], tokens: [], logLevel: 'error' },
  })
  const history = await createHistory(context, undefined)
  let [page, requests] = [await history.page(account, { chainId: 'eip155:1' }), 1]
  while (page.reading && requests < 1_000) {
    page = await history.page(account, { chainId: 'eip155:1' })
    requests++
  }
  const most = [...node.counts].sort(([, left], [, right]) => right - left).slice(0, 3)
  console.log(
    name.padEnd(34) +
      String(page.data.length).padEnd(9) +
      String(node.total()).padEnd(7) +
      String(Math.round(node.bytes() / 1_000)).padEnd(8) +
      String(Math.round(node.total() / callsPerSecond)).padEnd(9) +
      String(requests).padEnd(10) +
      most.map(([method, count]) => `${method} ${count}`).join(', '),
  )
  await history.close()
  node.stop()
}

/** Bundles the service and the stand-in from their sources. */
async function load() {
  const code = `
    export { createContext } from '${services}/shared/context.ts'
    export { createHistory } from '${services}/blockchain/history/history.ts'
    export { startPublicNode } from '${services}/testing/startPublicNode.ts'
    export { account } from '${services}/testing/syntheticChain.ts'`
  const build = await rolldown({
    input: 'virtual:entry',
    cwd: `${root}services`,
    platform: 'node',
    // Packages stay where they are; only relative paths are bundled.
    external: (id) =>
      id !== 'latchkey/protocol' && !id.startsWith('virtual:') && !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      {
        name: 'sources',
        resolveId(id, importer) {
          if (id === 'virtual:entry') return id
          if (id === 'latchkey/protocol') return `${root}packages/latchkey/src/exports/protocol.ts`
          if (!id.startsWith('.') || importer === undefined) return null
          const path = fileURLToPath(new URL(id.replace(/\.js$/, '.ts'), pathToFileURL(importer)))
          return existsSync(path) ? path : null
        },
        load: (id) => (id === 'virtual:entry' ? code : null),
      },
    ],
    logLevel: 'silent',
  })
  mkdirSync(`${root}services/.cache`, { recursive: true })
  await build.write({ file: out, format: 'esm', codeSplitting: false })
  await build.close()
  return import(pathToFileURL(out).href)
}
