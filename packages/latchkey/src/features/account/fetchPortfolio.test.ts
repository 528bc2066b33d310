import { afterEach, expect, test, vi } from 'vitest'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { fetchPortfolio } from './fetchPortfolio.js'

const token = (change: object = {}) => ({
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  price: 1,
  value: 2,
  quantity: { decimals: '6', numeric: '2' },
  iconUrl: '',
  ...change,
})

afterEach(() => vi.unstubAllGlobals())

const setUp = (answer: () => Response, chainId = 1) => accountKit({ '/balance': answer }, { chainId })

test('gives the tokens of the connected chain that have decimals and are sound', async () => {
  const { kit, asked } = await setUp(() =>
    Response.json({
      balances: [
        token(),
        token({ quantity: { decimals: '0', numeric: '5' } }),
        token({ chainId: 'eip155:10' }),
        token({ price: '1' }),
        token({ symbol: 7 }),
        token({ quantity: { decimals: '6', numeric: 'NaN' } }),
      ],
    }),
  )
  expect(await fetchPortfolio(kit)).toEqual([token()])
  expect(asked[0]?.pathname).toBe(`/v1/account/${alice}/balance`)
  expect(asked[0]?.searchParams.get('chainId')).toBe('eip155:1')
})

test('§9 "Portfolio and native balance cache": 30 s', async () => {
  const { kit, asked } = await setUp(() => Response.json({ balances: [token()] }))
  await fetchPortfolio(kit)
  await kit.clock.advance(29_999)
  await fetchPortfolio(kit)
  expect(asked).toHaveLength(1)
  await kit.clock.advance(1)
  await fetchPortfolio(kit)
  expect(asked).toHaveLength(2)
})

test('one who insists is answered from the chain', async () => {
  const { kit, asked } = await setUp(() => Response.json({ balances: [] }))
  await fetchPortfolio(kit)
  await fetchPortfolio(kit, { isForced: true })
  expect(asked.map((url) => url.searchParams.has('forceUpdate'))).toEqual([false, true])
})

test.each([
  ['a full house', () => new Response('', { status: 429, headers: { 'retry-after': '9' } })],
  ['truncated JSON', () => new Response('{"balances":[')],
  ['a page', () => new Response('<html>')],
])('§9 "Balance retry cooldown": 30 s after %s', async (_, answer) => {
  let isDown = true
  const { kit, asked } = await setUp(() => (isDown ? answer() : Response.json({ balances: [] })))
  const code = { code: 'TOKEN_BALANCE_UNAVAILABLE' }
  await expect(fetchPortfolio(kit)).rejects.toMatchObject(code)
  isDown = false
  await kit.clock.advance(29_999)
  await expect(fetchPortfolio(kit, { isForced: true })).rejects.toMatchObject(code)
  expect(asked).toHaveLength(1)
  await kit.clock.advance(1)
  expect(await fetchPortfolio(kit)).toEqual([])
})

test.each([
  ['a testnet', 5],
  ['a chain that the service does not answer for', 10],
])('%s is not asked for', async (_, chainId) => {
  const { kit, asked } = await setUp(() => Response.json({ balances: [token()] }), chainId)
  expect(await fetchPortfolio(kit)).toEqual([])
  expect(asked).toEqual([])
})

test('error: not connected', async () => {
  await expect(fetchPortfolio(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})
