import { afterEach, expect, test, vi } from 'vitest'
import { currentView } from '../../core/router.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { bob, sendKit } from '../../testing/sendKit.js'
import { fetchPortfolio } from '../account/fetchPortfolio.js'
import { openModal } from '../modal/openModal.js'
import { setSendAmount, setSendRecipient } from './editSend.js'
import { readBalances } from './readBalances.js'
import { reviewSend } from './reviewSend.js'

afterEach(() => vi.unstubAllGlobals())

const coin = (numeric: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2000,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

/** An account whose service answers with `service.numeric`, and refuses while that is absent. */
async function served() {
  const service: { numeric?: string | undefined } = { numeric: '1' }
  const getBalance = vi.fn(async () => ({ units: 7n, decimals: 0, symbol: 'ETH' }))
  const given = await accountKit(
    {
      '/balance': () =>
        service.numeric === undefined
          ? new Response('', { status: 400 })
          : Response.json({ balances: [coin(service.numeric)] }),
    },
    { adapters: [mockAdapter({ getBalance })] },
  )
  const tokens = () => given.kit.store.getState().account.portfolios?.[`eip155:1:${alice}`]?.tokens
  return { ...given, service, tokens, getBalance }
}

test('asks a service again although its last answer is fresh, and the chain for no coin that the list has', async () => {
  const { kit, service, tokens, getBalance } = await served()
  await fetchPortfolio(kit)
  service.numeric = '0.5'
  await readBalances(kit)
  expect(tokens()).toEqual([coin('0.5')])
  expect(getBalance).not.toHaveBeenCalled()
})

test('asks again shortly after a failure', async () => {
  const { kit, service, tokens } = await served()
  await fetchPortfolio(kit)
  service.numeric = undefined
  await readBalances(kit)
  await kit.clock.advance(1_000)
  service.numeric = '0.5'
  await readBalances(kit)
  expect(tokens()).toEqual([coin('0.5')])
})

test('of a service that lists nothing the coin is read from the chain; a failure of both is in the state', async () => {
  const { kit, service, getBalance } = await served()
  service.numeric = undefined
  await readBalances(kit)
  const id = `eip155:1:${alice}` as const
  expect(kit.store.getState().account.balances[id]).toMatchObject({ status: 'success', amount: '7' })
  getBalance.mockRejectedValue(new Error('down'))
  await readBalances(kit)
  const { balances, portfolios } = kit.store.getState().account
  expect([balances[id]?.status, portfolios?.[id]?.status]).toEqual(['error', 'error'])
})

/** A form of an account without a service and without lists: it has only its coin, of which the chain tells. */
async function unserved() {
  const chain = { units: 10n ** 18n }
  const getBalance = vi.fn(async () => ({ units: chain.units, decimals: 18, symbol: 'ETH' }))
  const made = await sendKit({}, undefined, {}, {})
  const adapter = made.kit.adapters.get('eip155')
  if (adapter === undefined) throw new Error('no adapter')
  made.kit.adapters.set('eip155', { ...adapter, getBalance })
  made.kit.store.setState((state) => ({ ...state, account: { ...state.account, portfolios: {} } }))
  openModal(made.kit, { view: { name: 'WalletSend' } })
  await readBalances(made.kit)
  setSendAmount(made.kit, { amount: '0.5' })
  setSendRecipient(made.kit, { text: bob })
  await made.settle()
  return { ...made, chain, view: () => currentView(made.state().modal.stack).name }
}

test('without a service the review reads the coin again: what was spent elsewhere is missed in the form', async () => {
  const { kit, chain, plan, state, view } = await unserved()
  expect(plan()?.fault).toBeUndefined()
  chain.units = 1n
  await reviewSend(kit)
  expect(state().intent?.review).toBeUndefined()
  expect([plan()?.fault, view()]).toEqual(['fundsMissing', 'WalletSend'])
})

test('a balance that is still there is reviewed', async () => {
  const { kit, view } = await unserved()
  await reviewSend(kit)
  expect(view()).toBe('WalletSendPreview')
})

test('asks nothing without an account', async () => {
  const { kit } = await served()
  kit.store.setState((state) => ({ ...state, connection: { ...state.connection, connections: {} } }))
  const before = kit.store.getState()
  await readBalances(kit)
  expect(kit.store.getState()).toBe(before)
})
