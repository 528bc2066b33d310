import type { Transaction } from 'latchkey/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorld, startSources } from '../../testing/startSources.js'

/*
 * A client walks a history from page to page while sources fail, at random calls that are the same in each run. It reads
 * no page a second time, so what a page skips is lost to it.
 */

const chainId = 'eip155:1'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Page = { readonly data: readonly Transaction[]; readonly next: string | null; readonly reading?: object }
type Schedule = (call: number) => boolean

/** Follows `next` to the end. A request that fails is sent again. */
async function walk(
  kinds: readonly string[],
  transactions: number,
  fails: Schedule,
  breaks: Schedule = () => false,
) {
  const world = createWorld(transactions)
  let calls = 0
  const { get, clock, stop, node } = await startSources(world, kinds, {
    change: (answer) => (fails(calls++) ? { status: 500 } : answer),
  })
  cleanups.push(stop)
  const hashes: string[] = []
  let cursor = ''
  for (let round = 0; round < 500; round++) {
    node.dieAfter(breaks(round) ? 7 * (round % 9) : undefined)
    const answer = await get(`history?chainId=${chainId}${cursor}`).catch(() => undefined)
    clock.advance(2_000)
    if (answer === undefined) continue
    const page = answer.body as unknown as Page
    hashes.push(...page.data.map(({ metadata }) => metadata.hash))
    if (page.next === null) return { hashes, truth: truthOf(world) }
    cursor = `&cursor=${page.next}`
  }
  throw new Error('a walk without an end')
}

/** Newest first. Transfers of nothing by others concern nobody. */
function truthOf({ deeds }: ReturnType<typeof createWorld>): readonly string[] {
  return [...deeds]
    .reverse()
    .filter(({ kind }) => kind !== 'tokenNothing')
    .map(({ hash }) => hash)
}

/** `LONG_RUNS` takes more of them. */
const seeds = (...few: readonly number[]) =>
  process.env.LONG_RUNS === undefined
    ? few
    : few.flatMap((seed) => [seed, seed + 1_000, seed + 2_000, seed + 3_000])

/** Fails about one call in `every`, always the same ones for one seed. */
function atRandom(seed: number, every: number): Schedule {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % every === 0
  }
}

describe('a walk over sources that fail at random: every entry once, newest first', {
  timeout: 300_000,
}, () => {
  test.each([1, 3])('an explorer whose first %i calls fail', async (count) => {
    const { hashes, truth } = await walk(['etherscan'], 60, (call) => call < count)
    expect(hashes).toEqual(truth)
  })

  test.each(seeds(1, 4, 6))('an explorer, schedule %i', async (seed) => {
    const { hashes, truth } = await walk(['etherscan'], 180, atRandom(seed, 3 + (seed % 4) * 4))
    expect(hashes).toEqual(truth)
  })

  test.each(seeds(11, 13))('three indexers, schedule %i', async (seed) => {
    const { hashes, truth } = await walk(['etherscan', 'goldrush', 'blockscout'], 180, atRandom(seed, 3))
    expect(hashes).toEqual(truth)
  })

  test.each(seeds(22, 25))('an explorer and a node that both fail, schedule %i', async (seed) => {
    const { hashes, truth } = await walk(['etherscan'], 180, atRandom(seed, 3), atRandom(seed + 100, 2))
    expect(hashes).toEqual(truth)
  })

  test.each(seeds(32))('a node alone, schedule %i', async (seed) => {
    const { hashes, truth } = await walk([], 120, () => false, atRandom(seed, 2))
    expect(hashes).toEqual(truth)
  })
})
