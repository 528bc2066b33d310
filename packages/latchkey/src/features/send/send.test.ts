import { describe, expect, test, vi } from 'vitest'
import type { Adapter, Transfers } from '../../core/adapter.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { accountError } from '../../protocol/accountErrors.js'
import { KitError } from '../../protocol/errors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { accountOf } from '../account/state.js'
import { connect } from '../connection/connect.js'
import { update } from '../Kit.js'
import {
  beginSend,
  setSendAmount,
  setSendMax,
  setSendRecipient,
  setSendToken,
  toggleSendFiat,
} from './editSend.js'
import { followSent } from './followSent.js'
import { sendPlanOf } from './sendPlan.js'
import { submitSend } from './submitSend.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0x1111111111111111111111111111111111111111'
const hash = `0x${'ab'.repeat(32)}`

const fee = {
  gasLimit: 21_000n,
  gasPriceUnits: 10n ** 9n,
  tipUnits: 1n,
  dataFeeUnits: 0n,
  feeUnits: 10n ** 12n,
}

function scriptedTransfers(overrides: Partial<Transfers> = {}) {
  return {
    estimate: vi.fn<Transfers['estimate']>(async () => fee),
    balance: async () => 0n,
    isContract: async () => false,
    send: vi.fn<Transfers['send']>(async () => ({ kind: 'transaction', id: hash })),
    status: vi.fn<Transfers['status']>(async () => ({ status: 'confirmed', hash })),
    ...overrides,
  }
}

async function setUp(overrides: Partial<Transfers> = {}, storage = memoryStorage(), provider: unknown = {}) {
  const transfers = scriptedTransfers(overrides)
  const adapter: Partial<Adapter> = {
    transfers: async () => transfers,
    getBalance: async () => ({ units: 0n, decimals: 18, symbol: 'ETH' }),
  }
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [mockAdapter(adapter)],
    networks: [mockNetwork(1, { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } })],
    storage,
  })
  await connect(kit, { connectorId: 'mock' })
  const account = accountOf(kit.store.getState())
  if (account === undefined) throw new Error('not connected')
  const token = { chainId: 'eip155:1', iconUrl: '' } as const
  update(kit, 'account', (state) => ({
    ...state,
    portfolios: {
      [account.caipAddress]: {
        status: 'success' as const,
        tokens: [
          { ...token, name: 'Ether', symbol: 'ETH', price: 2000, quantity: { decimals: '18', numeric: '1' } },
          {
            ...token,
            name: 'Dollar',
            symbol: 'USD',
            price: 1,
            address: `eip155:1:${dollar}` as const,
            quantity: { decimals: '6', numeric: '12.5' },
          },
        ],
      },
    },
  }))
  beginSend(kit)
  const settle = async () => {
    for (let round = 0; round < 6; round++) {
      await vi.waitFor(() => Promise.resolve())
      await kit.clock.advance(600)
    }
  }
  const fill = async (amount: string, text = bob) => {
    setSendAmount(kit, { amount })
    setSendRecipient(kit, { text })
    await settle()
  }
  return {
    kit,
    transfers,
    settle,
    fill,
    plan: () => sendPlanOf(kit.store.getState()),
    state: () => kit.store.getState(),
  }
}

describe('what is still wrong', () => {
  test.each([
    ['', bob, 'amountMissing'],
    ['0', bob, 'amountMissing'],
    ['-1', bob, 'amountInvalid'],
    ['1e3', bob, 'amountInvalid'],
    ['0.0000000000000000001', bob, 'amountInvalid'],
    ['2', bob, 'fundsMissing'],
    ['1', bob, 'gasMissing'],
    ['0.5', '', 'recipientMissing'],
    ['0.5', '0x12', 'recipientInvalid'],
    ['0.5', bob, undefined],
  ])('%j to %j: %s', async (amount, text, fault) => {
    const { fill, plan } = await setUp()
    await fill(amount, text)
    expect(plan()?.fault).toBe(fault)
  })

  test('a fee that cannot be estimated keeps the form from being sent, and says why', async () => {
    const { fill, plan, state } = await setUp({
      estimate: async () => {
        throw accountError('TRANSFER_REFUSED', { details: 'paused' })
      },
    })
    await fill('0.5')
    expect(plan()?.fault).toBe('feeMissing')
    expect(state().send?.fee).toMatchObject({ status: 'error', error: { code: 'TRANSFER_REFUSED' } })
  })
})

test('a node that does not tell the fee is not waited for longer than 12 s', async () => {
  const { kit, plan, settle } = await setUp({ estimate: () => new Promise(() => {}) })
  setSendAmount(kit, { amount: '0.5' })
  setSendRecipient(kit, { text: bob })
  await settle()
  await kit.clock.advance(12_000)
  expect(kit.store.getState().send?.fee).toMatchObject({ error: { code: 'ESTIMATE_GAS_FAILED' } })
  expect(plan()?.fault).toBe('feeMissing')
})

test('an account that is paid for needs neither coin nor a fee that is known (spec §6)', async () => {
  const send = vi.fn<Transfers['send']>(async () => ({ kind: 'calls', id: '0x01' }))
  const estimate = async () => {
    throw accountError('INSUFFICIENT_GAS_FUNDS')
  }
  const provider = scriptedProvider({
    wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } },
  })
  const { kit, fill, plan } = await setUp({ estimate, send }, memoryStorage(), provider)
  await fill('1')
  expect(plan()?.fault).toBeUndefined()
  expect(await submitSend(kit)).toMatchObject({ kind: 'calls', id: '0x01' })
  expect(send.mock.calls[0]?.[0]).toMatchObject({ transfer: { units: 10n ** 18n }, isAtomic: true })
})

describe('the amount', () => {
  test('Max of the coin leaves the fee', async () => {
    const { kit, settle, plan } = await setUp()
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()?.transfer?.units).toBe(10n ** 18n - 21_000n * 10n ** 9n)
    expect(plan()?.fault).toBeUndefined()
  })

  test('Max of a token is all of it', async () => {
    const { kit, settle, plan } = await setUp()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()?.transfer).toEqual({ from: alice, to: bob, units: 12_500_000n, tokenAddress: dollar })
  })

  test('in dollars is read exactly, rounded down', async () => {
    const { kit, fill, plan } = await setUp()
    toggleSendFiat(kit)
    await fill('3')
    expect(plan()?.units).toBe(1_500_000_000_000_000n)
  })
})

describe('the recipient', () => {
  test('a payment link fills in what it asks for', async () => {
    const { fill, plan, state } = await setUp()
    await fill('', `ethereum:${dollar}@1/transfer?address=${bob}&uint256=2500000`)
    expect(state().send).toMatchObject({ amount: '2.5', text: bob, token: `eip155:1:${dollar}` })
    expect(plan()?.transfer).toEqual({ from: alice, to: bob, units: 2_500_000n, tokenAddress: dollar })
  })

  test('a payment link for another network is refused', async () => {
    const { fill, plan } = await setUp()
    await fill('0.1', `ethereum:${bob}@10?value=1`)
    expect(plan()?.fault).toBe('recipientInvalid')
  })

  test.each([
    ['self', alice],
    ['token', dollar],
    ['firstTime', bob],
  ])('warns: %s', async (warning, address) => {
    const { fill, state } = await setUp()
    await fill('0.1', address)
    expect(state().send?.recipient).toMatchObject({
      status: 'valid',
      warnings: expect.arrayContaining([warning]),
    })
  })

  test('warns of a contract, and of an address that looks like one that was sent to', async () => {
    const { kit, fill, settle, state } = await setUp({ isContract: async () => true })
    await fill('0.1')
    await submitSend(kit)
    setSendRecipient(kit, { text: '0x70990000000000000000000000000000000079c8' })
    await settle()
    expect(state().send?.recipient).toMatchObject({
      warnings: ['lookalike', 'contract', 'firstTime'],
      lookalike: bob,
    })
  })
})

describe('sending', () => {
  test('asks the wallet once, however often it is called', async () => {
    let take = (_: { kind: 'transaction'; id: string }) => {}
    const { kit, fill, transfers, state } = await setUp({
      send: vi.fn<Transfers['send']>(() => new Promise((resolve) => (take = resolve))),
    })
    await fill('0.5')
    const [first, second] = [submitSend(kit), submitSend(kit)]
    await vi.waitFor(() => expect(transfers.send).toHaveBeenCalledTimes(1))
    expect(state().send?.isWaiting).toBe(true)
    take({ kind: 'transaction', id: hash })
    expect(await first).toBe(await second)
    expect(transfers.send).toHaveBeenCalledTimes(1)
    expect(state().send).toMatchObject({ amount: '', isWaiting: false })
  })

  test('a refusal leaves the form as it is', async () => {
    const rejected = new KitError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })
    const { kit, fill, state } = await setUp({
      send: async () => {
        throw rejected
      },
    })
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toBe(rejected)
    expect(state().send).toMatchObject({
      amount: '0.5',
      text: bob,
      isWaiting: false,
      error: { code: 'REQUEST_REJECTED' },
    })
    expect(state().account.sent ?? []).toEqual([])
  })

  test('error: SEND_FAILED for a form that cannot be sent', async () => {
    const { kit, fill, transfers } = await setUp()
    await fill('5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_FAILED' })
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test('what was sent survives a reload, and is followed to its end', async () => {
    const storage = memoryStorage()
    const before = await setUp({}, storage)
    await before.fill('0.5')
    await submitSend(before.kit)
    const after = await setUp({}, storage)
    await followSent(after.kit)
    expect(after.transfers.status).toHaveBeenCalledTimes(1)
    expect(after.state().account.sent).toMatchObject([
      { id: hash, status: 'confirmed', units: String(5n * 10n ** 17n) },
    ])
  })

  test('a node that does not answer changes nothing; one that forgot it calls it lost in the end', async () => {
    const status = vi.fn<Transfers['status']>(async () => {
      throw new Error('down')
    })
    const { kit, fill, state } = await setUp({ status })
    await fill('0.5')
    await submitSend(kit)
    await followSent(kit)
    expect(state().account.sent).toMatchObject([{ status: 'pending' }])
    status.mockImplementation(async () => ({ status: 'pending', hash }))
    await kit.clock.advance(31 * 60_000)
    await followSent(kit)
    expect(state().account.sent).toMatchObject([{ status: 'lost' }])
  })
})
