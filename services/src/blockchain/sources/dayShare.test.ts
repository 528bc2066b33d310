import { afterEach, expect, test } from 'vitest'
import { startIndexer } from '../../testing/startIndexer.js'
import { createApi } from './createApi.js'
import { ShareSpent } from './ShareSpent.js'
import { isDayEntry } from './sourceEntry.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function setUp(indexerPerDay: readonly string[]) {
  const { upstream, clock, entry, context, signal } = await startIndexer(
    'etherscan',
    () => ({ status: '1' }),
    {
      settings: { indexerPerDay: [...indexerPerDay] },
    },
  )
  cleanups.push(upstream.stop)
  const [first, second] = [1, 8453].map((id) =>
    createApi(
      context,
      { ...entry, chainId: `eip155:${id}`, kind: 'etherscan', url: `${entry.url}?chainid=${id}&apikey=k3y` },
      signal,
    ),
  )
  /** Asks so often for a client, and returns how many calls were made. */
  const ask = async (client: string | undefined, count: number, api = first) => {
    let made = 0
    const once = async () => {
      await api?.ask({ url: `${upstream.url}/v1` }, () => undefined)
      made++
    }
    for (let call = 0; call < count; call++) {
      const work =
        client === undefined
          ? once()
          : context.callers.run({ client, project: undefined, address: client }, once)
      await work.catch((error: unknown) => {
        if (!(error instanceof ShareSpent)) throw error
      })
    }
    return made
  }
  return { ask, clock, upstream, second }
}

test('in a day one client makes at most a third of the calls, and all together no more than the plan allows', async () => {
  const { ask, clock, upstream, second } = await setUp(['etherscan=120'])
  expect(await ask('eve', 40)).toBe(10)
  expect(await ask('ada', 5)).toBe(5)
  // All chains of one key share what it allows.
  expect(await ask('bob', 40, second)).toBe(10)
  let eve = 10
  for (let hour = 0; hour < 23; hour++) {
    clock.advance(3_600_000)
    eve += await ask('eve', 10)
    for (const client of ['ada', 'bob', 'carl']) await ask(client, 10)
  }
  expect(eve).toBeGreaterThan(30)
  expect(eve).toBeLessThanOrEqual(40)
  expect(upstream.asked.length).toBeGreaterThan(90)
  expect(upstream.asked.length).toBeLessThanOrEqual(120)
})

test('what no client causes takes from the plan alone', async () => {
  const { ask } = await setUp(['etherscan=120'])
  expect(await ask(undefined, 40)).toBe(30)
})

test.each([[[]], [['alchemy=3']]])(
  'without a limit of its kind (%j) all calls are made',
  async (settings) => {
    const { ask } = await setUp(settings)
    expect(await ask('eve', 40)).toBe(40)
  },
)

test.each([
  ['etherscan=100000', true],
  ['goldrush=1', true],
  ['etherscan=0', false],
  ['etherscan', false],
  ['other=5', false],
])('%s: %s', (text, expected) => {
  expect(isDayEntry(text)).toBe(expected)
})
