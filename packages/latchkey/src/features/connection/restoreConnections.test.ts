import { describe, expect, test, vi } from 'vitest'
import type { ConnectorSession } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { KitEvent } from '../../protocol/events.js'
import { connectionsItem, type StoredConnections } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { type MockBehaviour, mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { signMessage } from '../intent/signMessage.js'
import { type Kit, update } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { setSendRecipient } from '../send/editSend.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { onDisconnect } from './farewells.js'
import { registerConnectors } from './registerConnectors.js'
import { restoreConnections } from './restoreConnections.js'
import { sessionOf, statusOf, withStatus } from './state.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function setUp({
  stored = { eip155: { connectorId: 'wallet', fingerprint: 'f' } },
  backend = memoryStorage(),
}: {
  stored?: StoredConnections | undefined
  backend?: ReturnType<typeof memoryStorage>
} = {}) {
  const kit = createTestKit({ storage: backend })
  if (stored !== undefined) kit.storage.write(connectionsItem, stored)
  const names = Object.keys(stored ?? {}) as 'eip155'[]
  update(kit, 'connection', (state) => withStatus(state, names, 'connecting'))
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  return { kit, events, connection: () => kit.store.getState().connection }
}

const walletOf = (behaviour: MockBehaviour, fingerprint = 'f') =>
  mockConnector({ id: 'wallet', name: 'Wallet', fingerprint }, behaviour)

describe('the stored wallet', () => {
  test('is connected again without a prompt if it is installed', async () => {
    const { kit, connection, events } = setUp()
    const wallet = walletOf({ restore: () => mockSession([alice]) })
    registerConnectors(kit, [wallet])
    restoreConnections(kit)
    await kit.clock.advance(0)
    expect(wallet.calls).toEqual(['restore'])
    expect(sessionOf(connection(), 'eip155')?.addresses).toEqual([alice])
    expect(connection().status.eip155).toBe('connected')
    expect(events).toEqual([{ type: 'CONNECT_SUCCESS', method: 'browser', name: 'Wallet', reconnect: true }])
  })

  test('is connected when it announces itself late', async () => {
    const { kit, connection } = setUp()
    restoreConnections(kit)
    await kit.clock.advance(4_999)
    expect(connection().status.eip155).toBe('connecting')
    registerConnectors(kit, [walletOf({ restore: () => mockSession([alice]) })])
    await kit.clock.advance(0)
    expect(connection().status.eip155).toBe('connected')
  })

  test('is disconnected after 5 s if it never appears, and tried again on the next page', async () => {
    const { kit, connection } = setUp()
    restoreConnections(kit)
    await kit.clock.advance(5_000)
    expect(connection().status.eip155).toBe('disconnected')
    expect(kit.storage.read(connectionsItem)).toMatchObject({ eip155: { connectorId: 'wallet' } })
  })

  test('is not connected if it answers after the kit has stopped', async () => {
    const { kit, connection } = setUp()
    const answer = createDeferred<ConnectorSession>()
    const signals: AbortSignal[] = []
    const restore: ReturnType<typeof walletOf>['restore'] = ({ signal }) => {
      signals.push(signal)
      return answer.promise
    }
    registerConnectors(kit, [{ ...walletOf({}), restore }])
    const stop = restoreConnections(kit)
    expect(signals).toMatchObject([{ aborted: false }])
    stop()
    expect(signals).toMatchObject([{ aborted: true }])
    answer.resolve(mockSession([alice]))
    await kit.clock.advance(0)
    expect(connection().connections).toEqual({})
  })

  test('is connected even if it appears after that', async () => {
    const { kit, connection } = setUp()
    restoreConnections(kit)
    await kit.clock.advance(60_000)
    registerConnectors(kit, [walletOf({ restore: () => mockSession([alice]) })])
    await kit.clock.advance(0)
    expect(connection().status.eip155).toBe('connected')
  })

  test('is disconnected if it no longer grants an account', async () => {
    const { kit, connection } = setUp()
    registerConnectors(kit, [walletOf({ restore: () => undefined })])
    restoreConnections(kit)
    await kit.clock.advance(0)
    expect(connection().status.eip155).toBe('disconnected')
    expect(connection().connections).toEqual({})
  })

  test('is disconnected without an error if it fails', async () => {
    const { kit, connection, events } = setUp()
    registerConnectors(kit, [
      walletOf({
        restore: () => {
          throw new Error('locked')
        },
      }),
    ])
    restoreConnections(kit)
    await kit.clock.advance(0)
    expect(connection().status.eip155).toBe('disconnected')
    expect(kit.store.getState().notify.snackbar).toBeNull()
    expect(events).toEqual([])
  })

  test('is disconnected after 5 s if it hangs, and connected by a late answer', async () => {
    const answer = createDeferred<ConnectorSession | undefined>()
    const { kit, connection } = setUp()
    registerConnectors(kit, [walletOf({ restore: () => answer.promise })])
    restoreConnections(kit)
    await kit.clock.advance(5_000)
    expect(connection().status.eip155).toBe('disconnected')
    answer.resolve(mockSession([alice]))
    await kit.clock.advance(0)
    expect(connection().status.eip155).toBe('connected')
  })

  test('is not another wallet that claims its id', async () => {
    const { kit, connection } = setUp()
    const forger = walletOf({}, 'another')
    registerConnectors(kit, [forger])
    restoreConnections(kit)
    await kit.clock.advance(5_000)
    expect(forger.calls).toEqual([])
    expect(connection().status.eip155).toBe('disconnected')
  })

  test('is known by its id if it was stored without a fingerprint', async () => {
    const { kit, connection } = setUp({ stored: { eip155: { connectorId: 'wallet' } } })
    registerConnectors(kit, [walletOf({ restore: () => mockSession([alice]) })])
    restoreConnections(kit)
    await kit.clock.advance(0)
    expect(connection().status.eip155).toBe('connected')
  })

  test('is asked once, however often wallets are announced', async () => {
    const { kit } = setUp()
    const wallet = walletOf({ restore: () => undefined })
    registerConnectors(kit, [wallet])
    restoreConnections(kit)
    registerConnectors(kit, [mockConnector({ id: 'b' })])
    registerConnectors(kit, [mockConnector({ id: 'c' })])
    await kit.clock.advance(0)
    expect(wallet.calls).toEqual(['restore'])
  })

  test('does not replace a wallet that the visitor has connected meanwhile', async () => {
    const answer = createDeferred<ConnectorSession | undefined>()
    const { kit, connection } = setUp()
    const other = mockConnector({ id: 'other' }, { connect: () => mockSession([bob]) })
    registerConnectors(kit, [walletOf({ restore: () => answer.promise }), other])
    restoreConnections(kit)
    await connect(kit, { connectorId: 'other' })
    answer.resolve(mockSession([alice]))
    await kit.clock.advance(5_000)
    expect(sessionOf(connection(), 'eip155')).toMatchObject({ connectorId: 'other', addresses: [bob] })
    expect(connection().status.eip155).toBe('connected')
  })
})

test('waits for no wallet after the kit has stopped', async () => {
  const { kit, connection } = setUp()
  const stop = restoreConnections(kit)
  stop()
  const wallet = walletOf({})
  registerConnectors(kit, [wallet])
  await kit.clock.advance(10_000)
  expect(wallet.calls).toEqual([])
  expect(connection().status.eip155).toBe('connecting')
})

describe('other tabs', () => {
  function twoTabs() {
    const tabs = mockTabs()
    const behaviour = { connect: () => mockSession([alice]), restore: () => mockSession([alice]) }
    const openTab = (): Tab => {
      const kit = createTestKit({ storage: tabs.open() })
      const wallet = walletOf(behaviour)
      registerConnectors(kit, [wallet])
      restoreConnections(kit)
      return { kit, wallet, status: () => statusOf(kit.store.getState().connection, 'eip155') }
    }
    return [openTab(), openTab()] as const
  }
  type Tab = {
    kit: ReturnType<typeof createTestKit>
    wallet: ReturnType<typeof mockConnector>
    status: () => string
  }

  test('one tab connects a wallet, and the other one too', async () => {
    const [here, there] = twoTabs()
    await connect(there.kit, { connectorId: 'wallet' })
    await here.kit.clock.advance(0)
    expect(here.status()).toBe('connected')
    expect(here.wallet.calls).toEqual(['restore'])
  })

  test('one tab disconnects, and the other one too, without a request to its wallet', async () => {
    const [here, there] = twoTabs()
    await connect(there.kit, { connectorId: 'wallet' })
    await here.kit.clock.advance(0)
    openModal(here.kit)
    await disconnect(there.kit)
    expect(here.status()).toBe('disconnected')
    expect(here.kit.store.getState().modal.isOpen).toBe(false)
    expect(here.wallet.calls).toEqual(['restore'])
  })

  test('one tab disconnects, and the other one forgets the account too, and waits for no signature of its wallet', async () => {
    const tabs = mockTabs()
    const signing = createDeferred<never>()
    const openTab = (): Kit => {
      const wallet = walletOf({
        connect: () => mockSession([alice]),
        restore: () => mockSession([alice]),
        provider: {},
      })
      const adapters = [mockAdapter({ signMessage: () => signing.promise })]
      const kit = createTestKit({ storage: tabs.open(), connectors: [wallet], adapters })
      restoreConnections(kit)
      return kit
    }
    const [here, there] = [openTab(), openTab()]
    await connect(there, { connectorId: 'wallet' })
    await vi.waitFor(() => expect(statusOf(here.store.getState().connection, 'eip155')).toBe('connected'))
    const forget = vi.fn()
    onDisconnect(here, { forget })
    setSendRecipient(here, { text: bob })
    const signed = signMessage(here, { message: 'one' })
    signed.catch(() => {})
    const open = () => here.store.getState().intent?.open
    await vi.waitFor(() => expect(open()).toHaveLength(1))
    await disconnect(there)
    await expect(signed).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(open()).toEqual([])
    expect(here.store.getState().send).toMatchObject({ text: '' })
    expect(forget.mock.calls).toEqual([[here, { isLast: true, connectorIds: ['wallet'] }]])
  })

  test('one tab connects a wallet that grants nothing in the other one yet: it stays connected', async () => {
    const tabs = mockTabs()
    const openTab = (restore: MockBehaviour['restore']) => {
      const kit = createTestKit({ storage: tabs.open() })
      registerConnectors(kit, [walletOf({ connect: () => mockSession([alice]), restore })])
      restoreConnections(kit)
      return { kit, status: () => statusOf(kit.store.getState().connection, 'eip155') }
    }
    const asked = vi.fn(() => undefined)
    const [here, there] = [openTab(asked), openTab(() => mockSession([alice]))]
    await connect(there.kit, { connectorId: 'wallet' })
    await here.kit.clock.advance(0)
    expect(asked).toHaveBeenCalledOnce()
    expect(here.status()).toBe('disconnected')
    expect(there.status()).toBe('connected')
    expect(there.kit.storage.read(connectionsItem)).toMatchObject({ eip155: { connectorId: 'wallet' } })
  })

  test('one tab disconnects, and what waits for the visitor in the other one is given up', async () => {
    const tabs = mockTabs()
    const openTab = (abort = vi.fn()) => {
      const kit = createTestKit({ storage: tabs.open() })
      const behaviour = { connect: () => mockSession([alice]), restore: () => mockSession([alice]) }
      registerConnectors(kit, [{ ...walletOf(behaviour), abort }])
      restoreConnections(kit)
      return { kit, abort }
    }
    const [here, there] = [openTab(), openTab()]
    await connect(there.kit, { connectorId: 'wallet' })
    await here.kit.clock.advance(0)
    expect(here.abort).not.toHaveBeenCalled()
    tabs.open().removeItem('latchkey.connections')
    expect(statusOf(here.kit.store.getState().connection, 'eip155')).toBe('disconnected')
    expect(here.abort).toHaveBeenCalledOnce()
  })

  test('tabs follow each other back and forth', async () => {
    const [here, there] = twoTabs()
    for (const [one, other] of [
      [here, there],
      [there, here],
      [here, there],
    ] as const) {
      await connect(one.kit, { connectorId: 'wallet' })
      await other.kit.clock.advance(0)
      expect(other.status()).toBe('connected')
      await disconnect(other.kit)
      expect(one.status()).toBe('disconnected')
    }
  })

  test('a wallet that answers after another tab has disconnected is not connected', async () => {
    const tabs = mockTabs()
    const answer = createDeferred<ConnectorSession | undefined>()
    const { kit, connection } = setUp({ backend: tabs.open() })
    registerConnectors(kit, [walletOf({ restore: () => answer.promise })])
    restoreConnections(kit)
    tabs.open().removeItem('latchkey.connections')
    answer.resolve(mockSession([alice]))
    await kit.clock.advance(0)
    expect(connection().connections).toEqual({})
    expect(connection().status.eip155).toBe('disconnected')
  })
})

test('a kit that is started again while connected still closes its modal when the wallet goes', async () => {
  const { kit } = setUp({ stored: undefined })
  const wallet = walletOf({ connect: () => mockSession([alice]) })
  registerConnectors(kit, [wallet])
  await connect(kit, { connectorId: 'wallet' })
  kit.start()()
  kit.start()
  await vi.dynamicImportSettled()
  openModal(kit)
  wallet.emit({ type: 'disconnect' })
  expect(kit.store.getState().modal.isOpen).toBe(false)
})

test('a wallet that grants nothing any more is not asked on later pages; one that failed is', async () => {
  const gone = setUp()
  registerConnectors(gone.kit, [walletOf({ restore: () => undefined })])
  restoreConnections(gone.kit)
  await vi.waitFor(() => expect(gone.kit.storage.read(connectionsItem)).toBeUndefined())

  const failed = setUp()
  const wallet = walletOf({ restore: () => Promise.reject(new Error('no way to it')) })
  registerConnectors(failed.kit, [wallet])
  restoreConnections(failed.kit)
  await vi.waitFor(() => expect(failed.connection().status.eip155).toBe('disconnected'))
  expect(failed.kit.storage.read(connectionsItem)).toBeDefined()
})
