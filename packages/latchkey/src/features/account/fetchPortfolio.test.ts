import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockSession } from '../../testing/mockConnector.js'
import { updateOptions } from '../options/updateOptions.js'
import { fetchPortfolio } from './fetchPortfolio.js'
import { earlierPriceOf } from './prices.js'
import { accountOf } from './state.js'

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

async function setUp(answer: () => Response | Promise<Response>, chainId = 1) {
  const given = await accountKit({ '/balance': answer }, { chainId })
  const portfolio = (caipAddress = `eip155:${chainId}:${alice}`) =>
    given.kit.store.getState().account.portfolios?.[caipAddress as `eip155:1:${string}`]
  return { ...given, portfolio }
}

test('returns the valid tokens of the connected chain', async () => {
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

test.each([true, undefined])('a list that is cut says so: %s', async (isCut) => {
  const { kit, portfolio } = await setUp(() => Response.json({ balances: [token()], isCut }))
  await fetchPortfolio(kit)
  expect([portfolio()?.status, portfolio()?.isCut]).toEqual(['success', isCut])
})

test('an answer of which no token can be read is an error, not an empty list', async () => {
  const { kit, portfolio } = await setUp(() => Response.json({ balances: [token({ price: '1' })] }))
  await expect(fetchPortfolio(kit)).rejects.toMatchObject({ code: 'TOKEN_BALANCE_UNAVAILABLE' })
  expect(portfolio()).toMatchObject({ status: 'error', error: { code: 'TOKEN_BALANCE_UNAVAILABLE' } })
})

test('the first price of each token is remembered, to compare later ones with', async () => {
  const address = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' as const
  let price = 1
  const { kit } = await setUp(() =>
    Response.json({ balances: [token({ address, isVerified: true, price })] }),
  )
  const told = async () => earlierPriceOf(kit, (await fetchPortfolio(kit, { isForced: true }))[0] as Balance)
  expect(await told()).toBeUndefined()
  price = 0.001
  expect(await told()).toBe(1)
  price = 1.1
  expect(await told()).toBeUndefined()
})

test('a token that is listed twice is held once', async () => {
  const address = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const [coin, dollar] = [token({ symbol: 'ETH' }), token({ address, isVerified: true })]
  const again = token({ address: address.toLowerCase(), value: 9 })
  const { kit } = await setUp(() => Response.json({ balances: [coin, dollar, coin, again] }))
  expect(await fetchPortfolio(kit)).toEqual([coin, dollar])
})

test('keeps two contracts that differ only in case apart if their chain family does', async () => {
  const adapters = [mockAdapter({ isSameAddress: (one, other) => one === other })]
  const [real, fake] = [token({ address: 'eip155:1:UsdcMint' }), token({ address: 'eip155:1:usdcmint' })]
  const tokens = { 'eip155:1': { address: 'UsdcMint' } }
  const { kit } = await accountKit(
    { '/balance': () => Response.json({ balances: [real, fake] }) },
    { adapters, tokens },
  )
  expect((await fetchPortfolio(kit)).map(({ isVerified }) => isVerified)).toEqual([true, false])
})

describe('a token is identified by its contract, not by its symbol', () => {
  const fake = token({ symbol: 'USDC', address: 'eip155:1:0x2222222222222222222222222222222222222222' })

  test('a token that is on no list is marked, and has no price', async () => {
    const { kit } = await setUp(() => Response.json({ balances: [fake] }))
    expect(await fetchPortfolio(kit)).toMatchObject([{ symbol: 'USDC', isVerified: false, price: 0 }])
    expect(await fetchPortfolio(kit)).not.toHaveProperty('0.value')
  })

  test('a token on the service’s list is verified', async () => {
    const listed = { ...fake, isVerified: true }
    const { kit } = await setUp(() => Response.json({ balances: [listed] }))
    expect(await fetchPortfolio(kit)).toEqual([listed])
  })

  test('a token that the host names is verified, in whatever case it is written', async () => {
    const { kit } = await setUp(() => Response.json({ balances: [{ ...fake, address: fakeId('Ab') }] }))
    updateOptions(kit, { tokens: { 'eip155:1': { address: `0x${'aB'.repeat(20)}` } } })
    expect(await fetchPortfolio(kit)).toMatchObject([{ isVerified: true, price: 1 }])
  })

  const fakeId = (byte: string) => `eip155:1:0x${byte.repeat(20)}`
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

test('a forced call gets a new answer from the chain', async () => {
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
  await expect(fetchPortfolio(kit, { isForced: true, isQuiet: true })).rejects.toMatchObject(code)
  await expect(fetchPortfolio(kit)).rejects.toMatchObject(code)
  expect(asked).toHaveLength(1)
  await kit.clock.advance(1)
  expect(await fetchPortfolio(kit)).toEqual([])
})

test('a visitor who presses "Try again" is answered at once', async () => {
  let isDown = true
  const { kit } = await setUp(() => (isDown ? new Response('<html>') : Response.json({ balances: [] })))
  await expect(fetchPortfolio(kit)).rejects.toMatchObject({ code: 'TOKEN_BALANCE_UNAVAILABLE' })
  isDown = false
  expect(await fetchPortfolio(kit, { isForced: true })).toEqual([])
})

test.each([
  ['a testnet', 5],
  ['a chain that the service does not answer for', 10],
])('%s is not asked for', async (_, chainId) => {
  const { kit, asked } = await setUp(() => Response.json({ balances: [token()] }), chainId)
  expect(await fetchPortfolio(kit)).toEqual([])
  expect(asked).toEqual([])
})

describe('while the request is under way', () => {
  const deferredAnswers = () => {
    const answers = [createDeferred<Response>(), createDeferred<Response>(), createDeferred<Response>()]
    let asked = 0
    return { answers, answer: () => answers[asked++]?.promise ?? Response.json({ balances: [] }) }
  }
  const worth = (value: number) => Response.json({ balances: [token({ value })] })
  const down = () => new Response('', { status: 400 })

  test('is pending the first time', async () => {
    const { answers, answer } = deferredAnswers()
    const { kit, portfolio } = await setUp(answer)
    const asked = fetchPortfolio(kit)
    expect(portfolio()).toEqual({ status: 'pending', tokens: [] })
    answers[0]?.resolve(worth(1))
    await asked
    expect(portfolio()).toEqual({ status: 'success', tokens: [token({ value: 1 })] })
  })

  test('keeps the known tokens the next time, also if the request fails', async () => {
    const { answers, answer } = deferredAnswers()
    const { kit, portfolio } = await setUp(answer)
    answers[0]?.resolve(worth(1))
    await fetchPortfolio(kit)
    const before = portfolio()
    const asked = fetchPortfolio(kit, { isForced: true })
    await kit.clock.advance(0)
    expect(portfolio()).toBe(before)
    answers[1]?.resolve(down())
    await asked.catch(() => {})
    expect(portfolio()).toMatchObject({ status: 'error', tokens: [token({ value: 1 })] })
  })

  test('is pending after a failure, but unchanged during a quiet refresh', async () => {
    const { answers, answer } = deferredAnswers()
    const { kit, portfolio } = await setUp(answer)
    answers[0]?.resolve(down())
    await fetchPortfolio(kit).catch(() => {})
    await kit.clock.advance(30_000)
    const quiet = fetchPortfolio(kit, { isForced: true, isQuiet: true })
    expect(portfolio()?.status).toBe('error')
    answers[1]?.resolve(down())
    await quiet.catch(() => {})
    await kit.clock.advance(30_000)
    const loud = fetchPortfolio(kit)
    expect(portfolio()?.status).toBe('pending')
    answers[2]?.resolve(worth(1))
    await loud
    expect(portfolio()?.status).toBe('success')
  })

  test('stays "unserved" for a chain that no service answers for', async () => {
    const { kit, portfolio } = await setUp(() => worth(1), 10)
    await fetchPortfolio(kit)
    await kit.clock.advance(300_000)
    const asked = fetchPortfolio(kit)
    expect(portfolio()).toEqual({ status: 'unserved', tokens: [] })
    await asked
  })

  test.each([
    ['account', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1],
    ['network', alice, 10],
  ])('keeps a late answer for the previous %s after a switch', async (_, address, chainId) => {
    const { answers, answer } = deferredAnswers()
    const { kit, wallet, portfolio } = await setUp(answer)
    const late = fetchPortfolio(kit)
    wallet.emit({ type: 'session', session: mockSession([address as typeof alice], chainId) })
    const now = accountOf(kit.store.getState())?.caipAddress
    expect(portfolio(now)).toBeUndefined()
    answers[0]?.resolve(worth(1))
    await late
    expect(portfolio(now)).toBeUndefined()
    expect(portfolio()?.status).toBe('success')
  })
})

test('is not pending without a service', async () => {
  const { kit } = await accountKit({}, { services: {} })
  const asked = fetchPortfolio(kit)
  expect(kit.store.getState().account.portfolios).toBeUndefined()
  expect(await asked).toEqual([])
  expect(kit.store.getState().account.portfolios).toEqual({
    [`eip155:1:${alice}`]: { status: 'unserved', tokens: [] },
  })
})

test('error: not connected', async () => {
  await expect(fetchPortfolio(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})
