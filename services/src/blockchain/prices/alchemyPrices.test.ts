import { afterEach, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startUpstream } from '../../testing/startUpstream.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'
import { createAlchemyPrices } from './alchemyPrices.js'

const token = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 } as const
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

test('all chains of one key share its allowance, and another key has its own', async () => {
  const upstream = await startUpstream(() => ({ body: '{"data":[]}' }))
  cleanups.push(upstream.stop)
  const clock = createTestClock()
  const place = (key: string, network: string) => `${upstream.url}/prices/v1/${key}?network=${network}`
  const entries = [
    { chainId: 'eip155:1', network: 'eth-mainnet', key: 'first' },
    { chainId: 'eip155:8453', network: 'base-mainnet', key: 'first' },
    { chainId: 'eip155:8453', network: 'base-mainnet', key: 'second' },
  ] as const
  const context = createContext({
    clock,
    settings: {
      priceSources: entries.map(({ chainId, network, key }) => `${chainId}=alchemy@1:${place(key, network)}`),
    },
  })
  const startedAt = clock.steadyNow()
  const times = entries.map(async ({ chainId, network, key }) => {
    const entry = { chainId, network, kind: 'alchemy', perSecond: 1, url: place(key, network) } as const
    await createAlchemyPrices(context, entry).read([token])
    return clock.steadyNow() - startedAt
  })
  const [first = 0, second = 0, other = 0] = await whileTimePasses(clock, Promise.all(times))
  expect(second).toBeGreaterThanOrEqual(1_000)
  expect([first, other].every((time) => time < 1_000)).toBe(true)
})
