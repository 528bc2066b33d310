import { describe, expect, test, vi } from 'vitest'
import type { Adapter, Amount } from '../../core/adapter.js'
import { createDeferred } from '../../core/deferred.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { fetchBalance } from './fetchBalance.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networks = [mockNetwork(1), mockNetwork(10), mockNetwork(5, { testnet: true })] as const

const amount = (units: bigint): Amount => ({ units, decimals: 18, symbol: 'ETH' })

async function setUp(getBalance: Adapter['getBalance'], chainId = 1) {
  const asked = vi.fn(getBalance)
  const wallet = mockConnector({}, { connect: () => mockSession([alice], chainId) })
  const adapters = [mockAdapter({ getBalance: asked })]
  const kit = createTestKit({ connectors: [wallet], networks, adapters })
  await connect(kit, { connectorId: 'mock' })
  const balances = () => kit.store.getState().account.balances
  return {
    kit,
    asked,
    balances,
    balance: () => balances()[`eip155:${chainId}:${alice}`],
    move: (address: string, to: number) =>
      wallet.emit({ type: 'session', session: mockSession([address], to) }),
  }
}

test('returns the balance in whole coins', async () => {
  const { kit, balance, asked } = await setUp(async () => amount(1_500_000_000_000_000_000n))
  const expected = { status: 'success', amount: '1.5', symbol: 'ETH' }
  expect(await fetchBalance(kit)).toEqual(expected)
  expect(balance()).toEqual(expected)
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ address: alice, network: { caipNetworkId: 'eip155:1' } })
})

test('says which part of the balance is locked', async () => {
  const { kit } = await setUp(async () => ({ ...amount(3n * 10n ** 18n), locked: 10n ** 17n }))
  expect(await fetchBalance(kit)).toEqual({ status: 'success', amount: '3', symbol: 'ETH', locked: '0.1' })
})

test('returns the balance of the token that the host names for the network', async () => {
  const wallet = mockConnector({}, { connect: () => mockSession([alice], 1) })
  const asked = vi.fn<Adapter['getBalance']>(async () => ({ units: 2_500_000n, decimals: 6, symbol: 'USD' }))
  const kit = createTestKit({
    connectors: [wallet],
    networks,
    adapters: [mockAdapter({ getBalance: asked })],
    tokens: { 'eip155:1': { address: '0x1111111111111111111111111111111111111111' } },
  })
  await connect(kit, { connectorId: 'mock' })
  expect(await fetchBalance(kit)).toEqual({ status: 'success', amount: '2.5', symbol: 'USD' })
  expect(asked.mock.calls[0]?.[0]).toMatchObject({
    tokenAddress: '0x1111111111111111111111111111111111111111',
  })
})

test('is pending at first, with the fallback to show', async () => {
  const answer = createDeferred<Amount>()
  const { kit, balance } = await setUp(() => answer.promise)
  const fetched = fetchBalance(kit)
  expect(balance()).toEqual({ status: 'pending', amount: '0.00', symbol: 'ETH' })
  answer.resolve(amount(1n))
  await fetched
})

describe('§9 "Portfolio and native balance cache": 30 s', () => {
  test('one request in that time, and another after it', async () => {
    let units = 10n ** 18n
    const { kit, asked, balance } = await setUp(async () => amount(units))
    await fetchBalance(kit)
    units = 2n * 10n ** 18n
    await kit.clock.advance(29_999)
    expect(await fetchBalance(kit)).toMatchObject({ amount: '1' })
    expect(asked).toHaveBeenCalledTimes(1)
    await kit.clock.advance(1)
    const again = fetchBalance(kit)
    // The known balance is shown until a newer one has come.
    expect(balance()).toMatchObject({ status: 'success', amount: '1' })
    expect(await again).toMatchObject({ amount: '2' })
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('several calls at once share one request', async () => {
    const { kit, asked } = await setUp(async () => amount(1n))
    await Promise.all([fetchBalance(kit), fetchBalance(kit), fetchBalance(kit)])
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('a forced call asks although another is under way, and its answer is shown, even if it comes first', async () => {
    const [older, newer] = [createDeferred<Amount>(), createDeferred<Amount>()]
    const answers = [older, newer]
    const { kit, balance } = await setUp(() => (answers.shift() ?? newer).promise)
    const both = Promise.all([fetchBalance(kit), fetchBalance(kit, { isForced: true })])
    newer.resolve(amount(1n))
    older.resolve(amount(9n))
    await both
    expect(balance()).toMatchObject({ status: 'success', amount: '0.000000000000000001' })
  })

  test('a forced call gets a new answer', async () => {
    const { kit, asked } = await setUp(async () => amount(1n))
    await fetchBalance(kit)
    await fetchBalance(kit, { isForced: true })
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('caches by account and by chain', async () => {
    const { kit, asked, balances, move } = await setUp(async ({ address, network }) =>
      amount(BigInt(network.id) * (address === alice ? 1n : 2n) * 10n ** 18n),
    )
    await fetchBalance(kit)
    move(bob, 1)
    await fetchBalance(kit)
    move(alice, 10)
    await fetchBalance(kit)
    expect(asked).toHaveBeenCalledTimes(3)
    expect(balances()).toMatchObject({
      [`eip155:1:${alice}`]: { amount: '1' },
      [`eip155:1:${bob}`]: { amount: '2' },
      [`eip155:10:${alice}`]: { amount: '10' },
    })
  })
})

describe('§9 "Balance retry cooldown": 30 s', () => {
  const failing = async () => {
    throw new Error('down')
  }

  test('refuses calls for that time after a failure, even forced ones, and asks again after it', async () => {
    let isDown = true
    const { kit, asked } = await setUp(async () => (isDown ? failing() : amount(10n ** 18n)))
    await expect(fetchBalance(kit)).rejects.toMatchObject({ code: 'TOKEN_BALANCE_UNAVAILABLE' })
    isDown = false
    await kit.clock.advance(29_999)
    await expect(fetchBalance(kit, { isForced: true, isQuiet: true })).rejects.toMatchObject({
      code: 'TOKEN_BALANCE_UNAVAILABLE',
      message: 'Token Balance Unavailable',
    })
    expect(asked).toHaveBeenCalledTimes(1)
    await kit.clock.advance(1)
    expect(await fetchBalance(kit)).toMatchObject({ status: 'success', amount: '1' })
  })

  test('§9 "Fallback balance": 0.00 with the coin’s symbol', async () => {
    const { kit, balance } = await setUp(failing)
    await fetchBalance(kit).catch(() => {})
    expect(balance()).toEqual({ status: 'error', amount: '0.00', symbol: 'ETH' })
  })

  test('the balance known before a failure is still shown, with the failure', async () => {
    let isDown = false
    const { kit, balance } = await setUp(async () => (isDown ? failing() : amount(10n ** 18n)))
    await fetchBalance(kit)
    isDown = true
    await fetchBalance(kit, { isForced: true }).catch(() => {})
    expect(balance()).toEqual({ status: 'error', amount: '1', symbol: 'ETH' })
    await kit.clock.advance(30_000)
    const quiet = fetchBalance(kit, { isQuiet: true })
    expect(balance()?.status).toBe('error')
    await quiet.catch(() => {})
    await kit.clock.advance(30_000)
    const loud = fetchBalance(kit)
    expect(balance()).toEqual({ status: 'pending', amount: '1', symbol: 'ETH' })
    await loud.catch(() => {})
  })

  test('the cooldown of one account does not delay another', async () => {
    const { kit, move } = await setUp(async ({ address }) => (address === alice ? failing() : amount(1n)))
    await fetchBalance(kit).catch(() => {})
    move(bob, 1)
    expect(await fetchBalance(kit)).toMatchObject({ status: 'success' })
  })
})

test.each([
  ['a testnet', 5, { symbol: 'ETH' }],
  ['a network that the host does not offer', 424242, { symbol: '' }],
])('shows 0.00 for %s without a request', async (_, chainId, { symbol }) => {
  const { kit, asked, balance } = await setUp(async () => amount(1n), chainId)
  await fetchBalance(kit)
  expect(balance()).toEqual({ status: 'success', amount: '0.00', symbol })
  expect(asked).not.toHaveBeenCalled()
})

test('error: not connected', async () => {
  await expect(fetchBalance(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})
