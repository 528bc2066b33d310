import type { HistoryLack, Transaction } from 'latchkey/protocol'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Comparison, compareFacts } from '../../testing/compareFacts.js'
import { type ReadFact, readChain } from '../../testing/readChain.js'
import { startPublicNode } from '../../testing/startPublicNode.js'
import { createWorld, startSources, type World } from '../../testing/startSources.js'
import { account, art, everyKind, items, smartKinds, token } from '../../testing/syntheticChain.js'
import { tokensHeld } from '../../testing/syntheticContracts.js'

/*
 * Everything that the service tells of an account, through each source and through the stand-in for a public node, against
 * an independent reading of the same chain, block by block. `npm run long -- --only agreement` takes a longer chain.
 */

const chainId = 'eip155:1'
const scale = process.env.LONG_RUNS === undefined ? 1 : 10
const world = createWorld(180 * scale)
const { deeds } = world
/** For nodes: further apart, as on a public chain. */
const wide = createWorld(40 * scale, 60)

let read: ReadonlyMap<string, ReadFact>
let readWide: ReadonlyMap<string, ReadFact>
const cleanups: (() => unknown)[] = []
const totals: Comparison = { facts: 0, lacking: 0, wrong: [] }
beforeAll(async () => {
  read = await readWorld(world)
  readWide = await readWorld(wide)
}, 300_000)
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(() =>
  console.info(`${totals.facts} facts, ${totals.lacking} lacking and said so, ${totals.wrong.length} wrong`),
)

async function readWorld({ node: options }: World) {
  const node = await startPublicNode({ ...options, hasTraces: true })
  const facts = await readChain(node.url, account)
  node.stop()
  return facts
}

const setUp = async (kinds: readonly string[], options: Parameters<typeof startSources>[2] = {}) => {
  const started = await startSources(kinds.length === 0 ? wide : world, kinds, options)
  cleanups.push(started.stop)
  return started
}

test('the reading itself covers all kinds of transactions', () => {
  const facts = [...read.values()]
  const moves = facts.flatMap((fact) => fact.moves)
  const own = facts.filter(({ from }) => from === account)
  expect(facts.filter(({ isFailed }) => isFailed).length).toBeGreaterThan(5)
  expect(facts.flatMap(({ payouts }) => payouts).length).toBeGreaterThan(5)
  for (const asset of ['coin', token, `${art}#`, `${items}#`])
    expect(moves.filter((move) => move.startsWith(asset)).length).toBeGreaterThan(2)
  expect(moves.filter((move) => move.split(' ')[1] === move.split(' ')[2]).length).toBeGreaterThan(2)
  // Transfers of nothing by others concern nobody.
  expect(read.size).toBe(deeds.filter(({ kind }) => kind !== 'tokenNothing').length)
  expect(own.map(({ nonce }) => nonce).sort((left, right) => left - right)).toEqual(
    own.map((_, index) => index),
  )
  // The coin that the transactions moved is what the account has in the end.
  const coin = facts.reduce((sum, { moves: all, fee = '0' }) => {
    const change = all.reduce((part, move) => {
      const [asset, from, to, units = '0'] = move.split(' ')
      if (asset !== 'coin' || from === to) return part
      return to === account ? part + BigInt(units) : part - BigInt(units)
    }, 0n)
    return sum + change - BigInt(fee)
  }, 0n)
  expect(coin).toBe(deeds.at(-1)?.after.balance)
})

describe('through an indexer', { timeout: 300_000 }, () => {
  test.each([
    ['etherscan', []],
    ['blockscout', []],
    ['alchemy', ['failures']],
    ['goldrush', ['payouts']],
  ] as const)('%s: every fact of the history, or the answer says that it lacks it', async (kind, lacks) => {
    const { history } = await setUp([kind])
    const whole = await history()
    const compared = compareFacts(whole.data, read, whole.lacks)
    note(compared)
    expect(compared.wrong).toEqual([])
    expect([...whole.lacks].sort()).toEqual([...lacks].sort())
    expect([...whole.sources]).toEqual([kind])
    expect(whole.hasReading).toBe(false)
    // Facts that are only promised to be missing would prove nothing.
    expect(compared.facts - compared.lacking).toBeGreaterThan(5 * 0.9 * read.size)
  })

  test.each(['etherscan', 'blockscout', 'alchemy', 'goldrush'])('%s: balances', async (kind) => {
    const { get } = await setUp([kind])
    const { body, source } = await get(`balance?chainId=${chainId}`)
    const [ether = '0', tokens = '0'] = [deeds.at(-1)?.after.balance, tokensHeld(deeds)].map(String)
    expect([source, (body.balances as { symbol: string; quantity: object }[]).map(quantityOf)]).toEqual([
      `chain, ${kind}`,
      [
        ['ETH', ether],
        ['TOK', tokens],
      ],
    ])
  })

  test.each(['etherscan', 'blockscout', 'alchemy', 'goldrush'])('%s: collectibles', async (kind) => {
    const { get } = await setUp([kind])
    const seen: string[] = []
    let cursor = ''
    for (;;) {
      const { body, source } = await get(`nfts?chainId=${chainId}${cursor}`)
      expect(source).toBe(kind)
      const page = body as unknown as { data: Nft[]; next: string | null }
      seen.push(...page.data.map(nftText))
      if (page.next === null) break
      cursor = `&cursor=${page.next}`
    }
    expect([...seen].sort()).toEqual([...ownedByReading()].sort())
  })

  test('all of them in turn, each failing every other time: nothing twice, nothing lost', async () => {
    let asked = 0
    const { history } = await setUp(['etherscan', 'alchemy', 'goldrush'], {
      change: (answer) => (asked++ % 10 < 7 ? answer : { status: 500 }),
    })
    const whole = await history()
    const compared = compareFacts(whole.data, read, whole.lacks)
    note(compared)
    expect(compared.wrong).toEqual([])
    expect(whole.sources.size).toBeGreaterThan(1)
  })
})

describe('through a public node at five calls a second', { timeout: 300_000 }, () => {
  test.each<[string, object, readonly HistoryLack[]]>([
    ['an archive with traces', { hasTraces: true }, []],
    ['an archive without traces', {}, ['payouts']],
    ['a pruned node', { isPruned: true }, ['coin', 'payouts']],
  ])('%s: every fact, or the answer says that it lacks it', async (_name, options, allowed) => {
    const { history, node } = await setUp([], { node: { callsPerSecond: 5, ...options }, perSecond: 5 })
    const whole = await history()
    const isPruned = allowed.includes('coin')
    const compared = compareFacts(whole.data, isPruned ? withoutCoin(whole.data) : readWide, whole.lacks)
    note(compared)
    expect(compared.wrong).toEqual([])
    for (const lack of whole.lacks) expect(allowed).toContain(lack)
    if (isPruned) expect(whole.lacks).toContain('coin')
    expect([...whole.sources]).toEqual(['chain'])
    // Less than reading every block, its receipts and traces.
    expect(node.total()).toBeLessThan(wide.blocks)
  })
})

/* Kinds that a plain account does not have: each a chain of its own, and the same reading. */
const others = {
  'two transactions in a block': createWorld(60 * scale, 12, { isPaired: true }),
  'a rollup': createWorld(60 * scale, 12, { isRollup: true }),
  'a smart account': createWorld(60 * scale, 12, { kinds: smartKinds, code: '0x60016001' }),
  'an account with delegated code': createWorld(60 * scale, 12, {
    kinds: [...everyKind, ...smartKinds, 'delegation', 'delegation'],
  }),
}

describe.each(Object.entries(others))('%s', { timeout: 300_000 }, (_name, other) => {
  let facts: ReadonlyMap<string, ReadFact>
  beforeAll(async () => {
    facts = await readWorld(other)
  }, 300_000)

  test.each([
    ['etherscan', []],
    ['blockscout', []],
    ['alchemy', ['failures']],
    ['goldrush', ['payouts']],
    ['chain', []],
  ] as const)('through %s: every fact, or the answer says that it lacks it', async (kind, lacks) => {
    const isChain = kind === 'chain'
    const started = await startSources(
      other,
      isChain ? [] : [kind],
      isChain ? { node: { hasTraces: true } } : {},
    )
    cleanups.push(started.stop)
    const whole = await started.history()
    const compared = compareFacts(whole.data, facts, whole.lacks)
    note({ ...compared, wrong: [] })
    expect(compared.wrong.filter((one) => !isUnnamedBundler(one, kind, other))).toEqual([])
    expect([...whole.lacks].sort()).toEqual([...lacks].sort())
    expect([...whole.sources]).toEqual([kind])
    expect(compared.facts - compared.lacking).toBeGreaterThan(5 * 0.8 * facts.size)
  })
})

/** Explorers list only the tokens of a user operation: who submitted it is not in their lists. */
function isUnnamedBundler(wrong: string, kind: string, { deeds: all }: World): boolean {
  const deed = all.find(({ hash }) => wrong.startsWith(`${hash} sender `))
  return deed?.kind === 'operation' && (kind === 'etherscan' || kind === 'blockscout')
}

type Nft = {
  readonly collection: { readonly address: string }
  readonly tokenId: string
  readonly quantity: string
}
const nftText = ({ collection, tokenId, quantity }: Nft) =>
  `${collection.address.split(':')[2]?.toLowerCase()}#${tokenId} ${quantity}`

/** What the account still owns, by all transfers of the reading. */
function ownedByReading(): readonly string[] {
  const held = new Map<string, bigint>()
  for (const move of [...read.values()].flatMap(({ moves }) => moves)) {
    const [asset = '', from, , units = '0'] = move.split(' ')
    if (asset.includes('#'))
      held.set(asset, (held.get(asset) ?? 0n) + (from === account ? -BigInt(units) : BigInt(units)))
  }
  // What the account gave away without having received it was never its own.
  return [...held].flatMap(([asset, units]) => (units > 0n ? [`${asset} ${units}`] : []))
}

/** The reading without transactions that a node without old balances cannot find: those that moved only coin, or nothing. */
function withoutCoin(told: readonly Transaction[]): ReadonlyMap<string, ReadFact> {
  const known = new Set(told.map(({ metadata }) => metadata.hash))
  return new Map(
    [...readWide].filter(
      ([hash, { moves }]) => known.has(hash) || moves.some((move) => !move.startsWith('coin')),
    ),
  )
}

function quantityOf({ symbol, quantity }: { readonly symbol: string; readonly quantity: object }) {
  const { numeric, decimals } = quantity as { readonly numeric: string; readonly decimals: string }
  const [whole = '', fraction = ''] = numeric.split('.')
  return [symbol, String(BigInt(`${whole}${fraction.padEnd(Number(decimals), '0')}`))]
}

function note(compared: Comparison) {
  totals.facts += compared.facts
  totals.lacking += compared.lacking
  totals.wrong.push(...compared.wrong)
}
