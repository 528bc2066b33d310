import { describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../core/adapter.js'
import { createDeferred } from '../../core/deferred.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { connect } from '../connection/connect.js'
import { askSignature } from './askSignature.js'
import { getProvider } from './getProvider.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const here = { networkId: 'eip155:1', addresses: [alice, bob] } as const
const elsewhere = { ...here, networkId: 'eip155:10' } as const

type WalletState = Awaited<ReturnType<Adapter['walletState']>>
type Gate = { request(asked: { readonly method: string; readonly params?: unknown }): Promise<unknown> }

/** A kit whose wallet says where it is when the test does, and which counts the requests that reach a wallet. */
async function setUp(more: Partial<Adapter> = {}) {
  const reading: ((state: WalletState) => void)[] = []
  const walletState = vi.fn(() => new Promise<WalletState>((resolve) => void reading.push(resolve)))
  const signMessage = vi.fn(async () => 'signed')
  const signIn = vi.fn(async () => 'signed')
  const provider = scriptedProvider({ personal_sign: 'signed' })
  const session = () => mockSession([alice, bob])
  const wallet = mockConnector({}, { connect: session, provider })
  const other = mockConnector({ id: 'other' }, { connect: session, provider: scriptedProvider({}) })
  const adapter = mockAdapter({ walletState, signMessage, signIn, ...more })
  const kit = createTestKit({ connectors: [wallet, other], adapters: [adapter] })
  await connect(kit, { connectorId: 'mock' })
  const gate = (await getProvider(kit, { namespace: 'eip155' })) as Gate
  const asks = {
    request: () => gate.request({ method: 'personal_sign', params: ['0x00', alice] }),
    message: () => askSignature(kit, { kind: 'message', message: 'hello' }),
    signIn: () => askSignature(kit, { kind: 'signIn', message: 'hello' }),
  }
  const changes = {
    network: () => wallet.emit({ type: 'session', session: mockSession([alice, bob], 10) }),
    account: () => wallet.emit({ type: 'session', session: mockSession([bob]) }),
    connector: () => connect(kit, { connectorId: 'other' }),
  }
  const calls = () => signMessage.mock.calls.length + signIn.mock.calls.length + provider.requests.length
  /** The wallet is read: the code for that is loaded on the way. */
  const isRead = () => vi.waitFor(() => expect(reading).toHaveLength(1), 10_000)
  return { kit, asks, changes, calls, reading, isRead }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

const kinds = ['request', 'message', 'signIn'] as const

describe.each(kinds)('while the wallet says where it is, for a %s', (kind) => {
  test.each(['network', 'account', 'connector'] as const)(
    'another %s comes into use: nothing is asked',
    async (change) => {
      const { kit, asks, changes, calls, reading, isRead } = await setUp()
      const asking = asks[kind]()
      asking.catch(() => {})
      await isRead()
      await changes[change]()
      reading[0]?.(here)
      await expect(asking).rejects.toMatchObject(
        kind === 'request' ? { code: 4100, cause: { code: 'REVIEW_OUTDATED' } } : { code: 'REVIEW_OUTDATED' },
      )
      await settled()
      expect(calls()).toBe(0)
      expect(kit.store.getState().intent?.open ?? []).toEqual([])
    },
  )

  test('nothing changes: the wallet is asked once', async () => {
    const { asks, calls, reading, isRead } = await setUp()
    const asking = asks[kind]()
    await isRead()
    reading[0]?.(here)
    await asking
    expect(calls()).toBe(1)
  })
})

describe.each(kinds)('a wallet that does not say where it is, for a %s', (kind) => {
  test('is waited for 10 seconds', async () => {
    const { kit, asks, calls, isRead } = await setUp()
    const end = vi.fn()
    const asking = asks[kind]()
    asking.catch(end)
    await isRead()
    await kit.clock.advance(9_999)
    await settled()
    expect(end).not.toHaveBeenCalled()
    await kit.clock.advance(1)
    await expect(asking).rejects.toMatchObject(
      kind === 'request' ? { cause: { code: 'WALLET_TIMED_OUT' } } : { code: 'WALLET_TIMED_OUT' },
    )
    expect(calls()).toBe(0)
  })

  test('and does so just in time is asked', async () => {
    const { kit, asks, calls, reading, isRead } = await setUp()
    const asking = asks[kind]()
    await isRead()
    await kit.clock.advance(9_999)
    reading[0]?.(here)
    await asking
    expect(calls()).toBe(1)
  })
})

test('after a refusal because of its network the next request of the app reaches the wallet', async () => {
  const { asks, calls, reading, isRead } = await setUp()
  const refused = asks.request()
  refused.catch(() => {})
  await isRead()
  reading[0]?.(elsewhere)
  await expect(refused).rejects.toMatchObject({ code: 4901, cause: { code: 'WALLET_NETWORK_DIFFERS' } })
  const asking = asks.request()
  await vi.waitFor(() => expect(reading).toHaveLength(2), 10_000)
  reading[1]?.(here)
  expect(await asking).toBe('signed')
  expect(calls()).toBe(1)
})

describe.each(['message', 'signIn'] as const)('a wallet on another network, for a %s', (kind) => {
  test.each<[string, Partial<Adapter>, number]>([
    ['a key: it signs, for that holds on every network', { isSmartAccount: async () => false }, 1],
    ['a contract: nothing is asked', { isSmartAccount: async () => true }, 0],
    ['that its chain does not tell: nothing is asked', { isSmartAccount: () => Promise.reject() }, 0],
  ])('and an account %s', async (_, more, count) => {
    const { asks, calls, reading, isRead } = await setUp(more)
    const asking = asks[kind]()
    asking.catch(() => {})
    await isRead()
    reading[0]?.(elsewhere)
    if (count === 0) await expect(asking).rejects.toMatchObject({ code: 'WALLET_NETWORK_DIFFERS' })
    else await asking
    expect(calls()).toBe(count)
  })

  test('and a family without accounts that are contracts: it signs', async () => {
    const { kit, asks, calls, reading, isRead } = await setUp()
    const { isSmartAccount: _, ...adapter } = kit.adapters.get('eip155') as Adapter
    kit.adapters.set('eip155', adapter)
    const asking = asks[kind]()
    await isRead()
    reading[0]?.(elsewhere)
    await asking
    expect(calls()).toBe(1)
  })

  test('is not asked where the chain is silent for three seconds', async () => {
    const silent = vi.fn(() => createDeferred<boolean>().promise)
    const { kit, asks, calls, reading, isRead } = await setUp({ isSmartAccount: silent })
    const asking = asks[kind]()
    asking.catch(() => {})
    await isRead()
    reading[0]?.(elsewhere)
    await vi.waitFor(() => expect(silent).toHaveBeenCalledOnce())
    expect(silent).toHaveBeenCalledWith(expect.objectContaining({ address: alice, signature: undefined }))
    await kit.clock.advance(3_000)
    await expect(asking).rejects.toMatchObject({ code: 'WALLET_NETWORK_DIFFERS' })
    expect(calls()).toBe(0)
  })

  test('is not asked if another account comes into use while the chain is read', async () => {
    const { promise, resolve } = createDeferred<boolean>()
    const isSmartAccount = vi.fn(() => promise)
    const { asks, changes, calls, reading, isRead } = await setUp({ isSmartAccount })
    const asking = asks[kind]()
    asking.catch(() => {})
    await isRead()
    reading[0]?.(elsewhere)
    await vi.waitFor(() => expect(isSmartAccount).toHaveBeenCalledOnce())
    changes.account()
    resolve(false)
    await expect(asking).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(calls()).toBe(0)
  })
})
