import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compareFacts } from '../../testing/compareFacts.js'
import { type ReadFact, readChain } from '../../testing/readChain.js'
import { alchemyOf, etherscanOf, goldrushOf } from '../../testing/standIns.js'
import { startPublicNode } from '../../testing/startPublicNode.js'
import { createWorld, startSources } from '../../testing/startSources.js'
import { account } from '../../testing/syntheticChain.js'

/*
 * Indexers at fault, against an independent reading of the chain: nothing is doubled, lost or invented, and the answer
 * names the sources that it is from and what they lack.
 */

const world = createWorld(120)
/** What indexers knew a hundred blocks ago. */
const early = world.deeds.filter(({ block }) => block <= (world.deeds.at(-1)?.block ?? 0) - 100)
/** What they would tell of another chain. */
const foreign = world.deeds.map((deed) => ({
  ...deed,
  hash: deed.hash.replace('0xdeed', '0xbeef') as `0x${string}`,
}))

let read: ReadonlyMap<string, ReadFact>
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  const node = await startPublicNode({ ...world.node, hasTraces: true })
  read = await readChain(node.url, account)
  node.stop()
}, 300_000)
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Change = NonNullable<NonNullable<Parameters<typeof startSources>[2]>['change']>
/** What one kind answers instead. */
const only =
  (kind: string, change: Change): Change =>
  (answer, request) =>
    request.kind === kind ? change(answer, request) : answer

/** Makes the amount of each seventh row a float. */
function withFloats(answer: object) {
  const rows: unknown = Reflect.get(answer, 'result')
  if (!Array.isArray(rows)) return answer
  const result = rows.map((row, index) => (index % 7 === 0 ? { ...row, value: '1.5' } : row))
  return { ...answer, result }
}

async function compare(kinds: readonly string[], change: Change) {
  const started = await startSources(world, kinds, { change })
  cleanups.push(started.stop)
  const whole = await started.history()
  expect(compareFacts(whole.data, read, whole.lacks).wrong).toEqual([])
  return { ...started, sources: [...whole.sources], lacks: [...whole.lacks] }
}

describe('the first of two indexers', { timeout: 300_000 }, () => {
  test.each<[string, Change]>([
    ['answers an HTML page', () => ({ body: '<html>busy</html>' })],
    ['answers 8 MB of something else', () => ({ body: JSON.stringify({ result: 'x'.repeat(8_000_000) }) })],
    ['answers more than is read', () => ({ body: ' '.repeat(33 * 1024 * 1024) })],
    ['tells of another chain', (_answer, { path, body }) => etherscanOf(foreign)(path, body)],
    ['has read nothing yet', (_answer, { path, body }) => etherscanOf([])(path, body)],
    ['tells one amount of seven as a float', (answer) => withFloats(answer)],
    ['refuses its key', () => ({ body: '{"status":"0","message":"NOTOK","result":"Invalid API Key"}' })],
  ])('%s: the other one answers, and says what it lacks', async (_name, change) => {
    const { sources, lacks } = await compare(['etherscan', 'alchemy'], only('etherscan', change))
    expect([sources, lacks]).toEqual([['alchemy'], ['failures']])
  })

  test('is a hundred blocks behind: the other one tells the newest page', async () => {
    const late = only('etherscan', (_answer, { path, body }) => etherscanOf(early)(path, body))
    const { sources, lacks } = await compare(['etherscan', 'alchemy'], late)
    // Older pages may be from either.
    expect([sources[0], lacks]).toEqual(['alchemy', ['failures']])
  })

  test.each<[string, Change]>([
    ['alchemy', (_answer, { path, body }) => alchemyOf(world.deeds, 137)(path, body)],
    ['goldrush', (_answer, { path, body }) => goldrushOf(world.deeds, 137)(path, body)],
  ])('%s changes its chain id: the other one answers', async (kind, change) => {
    const { sources, lacks } = await compare([kind, 'etherscan'], only(kind, change))
    expect([sources, lacks]).toEqual([['etherscan'], []])
  })

  test('answers 8 MB with the rows in it: they are read', async () => {
    const padded = only('etherscan', (answer) => ({ ...answer, padding: 'x'.repeat(8_000_000) }))
    const { sources, lacks } = await compare(['etherscan', 'alchemy'], padded)
    expect([sources, lacks]).toEqual([['etherscan'], []])
  })

  test.each([['fails'], ['fails, answers, fails']])(
    '%s: pages from both, and each transaction once',
    async (way) => {
      let count = 0
      const isOut = () => (way === 'fails' ? count++ > 7 : count++ % 4 > 1)
      const { sources, asked } = await compare(
        ['etherscan', 'goldrush'],
        only('etherscan', (answer) => (isOut() ? { status: 500 } : answer)),
      )
      expect(sources).toContain('goldrush')
      expect(asked).toContain('etherscan')
    },
  )
})

describe('at its limit', { timeout: 300_000 }, () => {
  const at = Date.UTC(2026, 0, 1)
  test.each([
    ['in seconds', { 'retry-after': '2' }],
    ['as a date', { 'retry-after': new Date(at + 2_000).toUTCString(), date: new Date(at).toUTCString() }],
  ])(
    'an indexer that says %s when it may be asked again is left alone until then, and then answers',
    async (_name, headers) => {
      const times: number[] = []
      const started = await startSources(world, ['etherscan'], {
        change(answer) {
          times.push(started.clock.steadyNow())
          return times.length === 1 ? { status: 429, headers } : answer
        },
      })
      cleanups.push(started.stop)
      const whole = await started.history()
      expect(compareFacts(whole.data, read, whole.lacks).wrong).toEqual([])
      expect([[...whole.sources], [...whole.lacks]]).toEqual([['etherscan'], []])
      const [first = 0, second = 0] = times
      expect(second - first).toBeGreaterThanOrEqual(2_000)
    },
  )
})

test('all indexers are out: the chain answers, and says what it lacks', { timeout: 300_000 }, async () => {
  const { sources, lacks } = await compare(['etherscan', 'alchemy'], () => ({ status: 500 }))
  expect(sources).toEqual(['chain'])
  for (const lack of lacks) expect(['payouts', 'fees']).toContain(lack)
})

test('two that lag: the less late one answers, without the transactions that it has not read', {
  timeout: 300_000,
}, async () => {
  const later = world.deeds.slice(0, -2)
  const started = await startSources(world, ['etherscan', 'blockscout'], {
    change: (_answer, { kind, path, body }) =>
      etherscanOf(kind === 'etherscan' ? early : later, { isBlockscout: kind === 'blockscout' })(path, body),
  })
  cleanups.push(started.stop)
  const { body, source } = await started.get('history?chainId=eip155:1')
  const [newest] = body.data as readonly { readonly metadata: { readonly hash: string } }[]
  expect([source, newest?.metadata.hash]).toEqual(['blockscout', later.at(-1)?.hash])
})
