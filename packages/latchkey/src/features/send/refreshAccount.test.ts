import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { fetchActivity } from '../account/fetchActivity.js'
import { fetchNfts } from '../account/fetchNfts.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { refreshAccount } from './followSent.js'

afterEach(() => vi.unstubAllGlobals())

const id = `eip155:1:${alice}` as const
const coin = (numeric: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2000,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

async function setUp() {
  const numeric = { held: '1' }
  const service = { isDown: false }
  const list = (values: object) =>
    service.isDown ? new Response('', { status: 400 }) : Response.json(values)
  const given = await accountKit(
    {
      '/balance': () => list({ balances: [coin(numeric.held)] }),
      '/history': () => list({ data: [], next: null }),
      '/nfts': () => list({ data: [], next: null }),
    },
    {
      adapters: [mockAdapter({ getBalance: async () => ({ units: 1n, decimals: 18, symbol: 'ETH' }) })],
    },
  )
  const account = () => given.kit.store.getState().account
  const routes = () => given.asked.splice(0).map(({ pathname }) => pathname.split('/').at(-1))
  return { ...given, account, numeric, service, routes }
}

describe('refreshAccount', () => {
  test("asks for the account's holdings even if they are fresh, and shows them", async () => {
    const { kit, account, numeric, routes } = await setUp()
    await fetchPortfolio(kit)
    numeric.held = '3'
    routes()
    await refreshAccount(kit)
    expect(routes()).toEqual(['balance'])
    expect(account().portfolios?.[id]?.tokens).toEqual([coin('3')])
  })

  test('asks for no list that was never opened', async () => {
    const { kit, routes } = await setUp()
    await fetchActivity(kit)
    await fetchNfts(kit)
    routes()
    await refreshAccount(kit)
    expect(routes().sort()).toEqual(['balance', 'history', 'nfts'])
  })

  test('shows no loading state over known data', async () => {
    const { kit } = await setUp()
    await Promise.all([refreshAccount(kit), fetchActivity(kit), fetchNfts(kit)])
    const shown = new Set<string | undefined>()
    const stop = kit.store.subscribe(({ account }) => {
      shown.add(account.balances[id]?.status).add(account.portfolios?.[id]?.status)
      shown.add(account.activities?.[id]?.status).add(account.nfts?.[id]?.status)
    })
    await refreshAccount(kit)
    stop()
    expect([...shown]).toEqual(['success'])
  })

  test('keeps the known data without an error if a service is down', async () => {
    const { kit, account, service } = await setUp()
    await Promise.all([refreshAccount(kit), fetchActivity(kit), fetchNfts(kit)])
    const { activities, nfts } = account()
    service.isDown = true
    await refreshAccount(kit)
    expect(account().portfolios?.[id]).toMatchObject({ status: 'error', tokens: [coin('1')] })
    expect([account().activities, account().nfts]).toEqual([activities, nfts])
  })

  test('asks nothing without an account', async () => {
    const kit = createTestKit()
    const before = kit.store.getState()
    await refreshAccount(kit)
    expect(kit.store.getState()).toBe(before)
  })
})
