// Counts what an open account view costs: the first visit, and each of its refreshes. `node bench/chain-data/refresh.mjs`
// takes a few seconds; the clock is the test's own. No build is needed.
//
// A refresh is what the view asks for by itself: balances, history and, once that tab was open, collectibles. The indexer
// and the node are stand-ins, and nothing new happens on the chain.
import { load } from './load.mjs'

const { createWorld, startSources } = await load()
const world = createWorld(182, 2_000)
const chain = 'chainId=eip155:1'
/**
 * What the view asks for: without and with a look at the collectibles.
 *
 * @type {readonly [name: string, routes: readonly string[]][]}
 */
const views = [
  ['balances, history', ['balance', 'history']],
  ['with collectibles', ['balance', 'history', 'nfts']],
]
const rounds = 10
/** Seconds between two refreshes of a view that has been open for a while. */
const interval = 30

console.log(
  `${'source'.padEnd(12)}${'view'.padEnd(20)}first visit: indexer  node   each refresh: indexer  node`,
)
for (const kind of ['etherscan', 'blockscout', 'alchemy', 'goldrush', 'node']) {
  for (const [name, routes] of views) {
    const node = { hasTraces: true }
    const service = await startSources(world, kind === 'node' ? [] : [kind], { node })
    const ask = async () => {
      for (const route of routes) {
        const path = route === 'balance' ? `${route}?${chain}&forceUpdate=1` : `${route}?${chain}`
        while ((await service.get(path)).body.reading !== undefined);
      }
      const told = { indexer: service.asked.length, node: service.node.total() }
      service.asked.length = 0
      service.node.reset()
      return told
    }
    const first = await ask()
    const sum = { indexer: 0, node: 0 }
    for (let round = 0; round < rounds; round++) {
      service.clock.advance(interval * 1_000)
      const told = await ask()
      sum.indexer += told.indexer
      sum.node += told.node
    }
    const each = (/** @type {number} */ total) => (total / rounds).toFixed(1)
    console.log(
      `${kind.padEnd(12)}${name.padEnd(20)}${String(first.indexer).padStart(20)}${String(first.node).padStart(6)}` +
        `${each(sum.indexer).padStart(24)}${each(sum.node).padStart(6)}`,
    )
    await service.stop()
  }
}
process.exit(0)
