// Counts what an open account view costs: the first visit, and each of its refreshes. `node bench/chain-data/refresh.mjs`
// takes a few seconds; the clock is the test's own. No build is needed.
//
// A refresh is what the view asks for by itself: balances, history and, once that tab was open, collectibles. The indexer
// and the node are stand-ins, and nothing new happens on the chain.
import { load } from './load.mjs'

const { createWorld, startSources } = await load()
const world = createWorld(180)
const chain = 'chainId=eip155:1'
/** What the view asks for: without and with a look at the collectibles. */
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
      const told = [service.asked.length, service.node.total()]
      service.asked.length = 0
      service.node.reset()
      return told
    }
    const first = await ask()
    const sums = [0, 0]
    for (let round = 0; round < rounds; round++) {
      service.clock.advance(interval * 1_000)
      const told = await ask()
      for (const index of [0, 1]) sums[index] += told[index]
    }
    const each = sums.map((sum) => (sum / rounds).toFixed(1))
    console.log(
      `${kind.padEnd(12)}${name.padEnd(20)}${String(first[0]).padStart(20)}${String(first[1]).padStart(6)}` +
        `${each[0].padStart(24)}${each[1].padStart(6)}`,
    )
    await service.stop()
  }
}
process.exit(0)
