import { describe, expect, test, vi } from 'vitest'
import type { KitEvent } from '../../protocol/events.js'
import { connectionsItem } from '../../protocol/storageItems.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { closeModal } from '../modal/closeModal.js'
import { openModal } from '../modal/openModal.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { followSearch } from './followSearch.js'
import { registerConnectors } from './registerConnectors.js'
import { sessionOf } from './state.js'
import { unregisterConnectors } from './unregisterConnectors.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function connectedKit() {
  const wallet = mockConnector(
    { id: 'wallet' },
    { connect: () => ({ ...mockSession([alice]), wallet: { name: 'Phone wallet' } }) },
  )
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'wallet' })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  return { kit, wallet, events, connection: () => kit.store.getState().connection }
}

describe('registerConnectors', () => {
  test('lists the connectors in the order in which they came', () => {
    const kit = createTestKit()
    registerConnectors(kit, [mockConnector({ id: 'a' }), mockConnector({ id: 'b' })])
    expect(kit.store.getState().connection.connectors.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('keeps the first of two connectors with the same id', () => {
    const kit = createTestKit()
    const first = mockConnector({ id: 'a', name: 'First' })
    registerConnectors(kit, [first, mockConnector({ id: 'a', name: 'Second' })])
    expect(kit.connectors.get('a')).toBe(first)
    expect(kit.store.getState().connection.connectors.map(({ name }) => name)).toEqual(['First'])
  })

  test('updates the facts of a connector that comes again', () => {
    const kit = createTestKit()
    const wallet = mockConnector({ id: 'a' })
    registerConnectors(kit, [wallet])
    registerConnectors(kit, [{ ...wallet, info: { ...wallet.info, isAmbiguous: true } }])
    expect(kit.store.getState().connection.connectors).toMatchObject([{ id: 'a', isAmbiguous: true }])
  })

  test('updates the facts of a wallet that a second search finds again', async () => {
    const kit = createTestKit()
    const first = mockConnector({ id: 'a', fingerprint: 'f' }, { connect: () => mockSession() })
    registerConnectors(kit, [first])
    registerConnectors(kit, [mockConnector({ id: 'a', fingerprint: 'f', isAmbiguous: true })])
    expect(kit.store.getState().connection.connectors).toMatchObject([{ isAmbiguous: true }])
    await connect(kit, { connectorId: 'a' })
    expect(first.calls).toEqual(['connect'])
  })

  test('ignores the facts of another wallet that claims the same id', () => {
    const kit = createTestKit()
    registerConnectors(kit, [mockConnector({ id: 'a', name: 'Real', fingerprint: 'f' })])
    registerConnectors(kit, [mockConnector({ id: 'a', name: 'Forger', fingerprint: 'g' })])
    expect(kit.store.getState().connection.connectors.map(({ name }) => name)).toEqual(['Real'])
  })

  test.each(['com.example.wallet', 'by-id'])('the host’s picture for %s is shown', (key) => {
    const kit = createTestKit({ connectorImages: { [key]: 'https://host.example/w.png' } })
    registerConnectors(kit, [
      mockConnector({ id: 'by-id', rdns: 'com.example.wallet', imageUrl: 'data:image/png,own' }),
      mockConnector({ id: 'other', imageUrl: 'data:image/png,other' }),
    ])
    expect(kit.store.getState().connection.connectors.map(({ imageUrl }) => imageUrl)).toEqual([
      'https://host.example/w.png',
      'data:image/png,other',
    ])
  })
})

describe('what a connected wallet reports', () => {
  test('another account or chain is put into the state and stored', async () => {
    const { kit, wallet, connection } = await connectedKit()
    wallet.emit({ type: 'session', session: mockSession([bob], 10) })
    expect(sessionOf(connection(), 'eip155')).toMatchObject({ addresses: [bob], networkId: 'eip155:10' })
    expect(kit.store.getState().network.activeId).toBe('eip155:10')
  })

  test('its end without a reason shows its name, and no error', async () => {
    const { kit, wallet, connection, events } = await connectedKit()
    wallet.emit({ type: 'disconnect' })
    expect(connection()).toMatchObject({ connections: {}, status: { eip155: 'disconnected' } })
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
    expect(kit.store.getState().notify.snackbar).toMatchObject({
      id: 1,
      variant: 'success',
      message: { disconnected: 'Phone wallet' },
    })
    expect(events).toEqual([{ type: 'DISCONNECT_SUCCESS', namespace: 'eip155' }])
  })

  test('its end is shown once, when the modal opens next', async () => {
    const { kit, wallet } = await connectedKit()
    const snackbar = () => kit.store.getState().notify.snackbar
    openModal(kit)
    wallet.emit({ type: 'disconnect' })
    expect(kit.store.getState().modal.isOpen).toBe(false)
    await kit.clock.advance(60_000)
    expect(snackbar()).toBeNull()
    openModal(kit)
    expect(snackbar()).toMatchObject({ message: { disconnected: 'Phone wallet' } })
    closeModal(kit)
    openModal(kit)
    expect(snackbar()).toBeNull()
  })

  test('its end is not shown once another wallet is connected', async () => {
    const { kit, wallet } = await connectedKit()
    wallet.emit({ type: 'disconnect' })
    await connect(kit, { connectorId: 'wallet' })
    openModal(kit)
    expect(kit.store.getState().notify.snackbar).toBeNull()
  })

  test('a disconnection by the visitor is not shown', async () => {
    const { kit } = await connectedKit()
    await disconnect(kit)
    openModal(kit)
    expect(kit.store.getState().notify.snackbar).toBeNull()
  })

  test('its end with a reason is shown once', async () => {
    const { kit, wallet } = await connectedKit()
    wallet.emit({ type: 'disconnect', error: walletError('SESSION_GONE') })
    wallet.emit({ type: 'disconnect', error: walletError('SESSION_GONE') })
    await vi.waitFor(() => expect(kit.store.getState().notify.snackbar).not.toBeNull())
    await kit.clock.advance(1_000)
    expect(kit.store.getState().notify.snackbar).toMatchObject({
      id: 1,
      variant: 'error',
      message: { error: { code: 'SESSION_GONE' } },
    })
  })

  test('a session without any grant ends the connection', async () => {
    const { kit, wallet, connection } = await connectedKit()
    wallet.emit({ type: 'session', session: { namespaces: {} } })
    expect(connection().status.eip155).toBe('disconnected')
    expect(kit.store.getState().notify.snackbar).toMatchObject({ message: { disconnected: 'Phone wallet' } })
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
  })
})

test('ignores reports of a wallet that is not connected', () => {
  const wallet = mockConnector({ id: 'wallet' })
  const kit = createTestKit({ connectors: [wallet] })
  const before = kit.store.getState()
  wallet.emit({ type: 'session', session: mockSession() })
  wallet.emit({ type: 'disconnect', error: walletError('SESSION_GONE') })
  expect(kit.store.getState()).toBe(before)
})

describe('unregisterConnectors', () => {
  test('removes a wallet, ends its connection and ignores its reports', async () => {
    const { kit, wallet, connection } = await connectedKit()
    unregisterConnectors(kit, ['wallet', 'never known'])
    expect(connection()).toMatchObject({
      connectors: [],
      connections: {},
      status: { eip155: 'disconnected' },
    })
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
    const before = kit.store.getState()
    wallet.emit({ type: 'session', session: mockSession() })
    expect(kit.store.getState()).toBe(before)
  })

  test('a wallet that comes back can be connected again', async () => {
    const { kit, wallet, connection } = await connectedKit()
    unregisterConnectors(kit, ['wallet'])
    registerConnectors(kit, [wallet])
    await connect(kit, { connectorId: 'wallet' })
    wallet.emit({ type: 'session', session: mockSession([bob]) })
    expect(sessionOf(connection(), 'eip155')?.addresses).toEqual([bob])
  })
})

test('keeps trouble with the relay until it ends', async () => {
  const wallet = mockConnector({ id: 'wallet' }, { connect: () => mockSession() })
  const kit = createTestKit({ connectors: [wallet] })
  await connect(kit, { connectorId: 'wallet' })
  const before = kit.store.getState().connection
  wallet.emit({ type: 'transport', error: undefined })
  expect(kit.store.getState().connection).toBe(before)
  wallet.emit({ type: 'transport', error: walletError('RELAY_UNREACHABLE') })
  expect(kit.store.getState().connection.trouble?.wallet?.code).toBe('RELAY_UNREACHABLE')
  wallet.emit({ type: 'transport', error: undefined })
  expect(kit.store.getState().connection.trouble).toEqual({})
})

test('removes wallets that a search gives up, unless one is in use or comes from the host', async () => {
  const [used, left, given] = ['used', 'left', 'given'].map((id) =>
    mockConnector({ id }, { connect: () => mockSession() }),
  )
  if (used === undefined || left === undefined || given === undefined) throw new Error('three')
  const kit = createTestKit({ connectors: [left] })
  const take = followSearch(kit)
  take([used, given, mockConnector({ id: 'left' })])
  await connect(kit, { connectorId: 'used' })
  take([mockConnector({ id: 'new' })])
  await vi.dynamicImportSettled()
  expect(kit.store.getState().connection.connectors.map(({ id }) => id)).toEqual(['left', 'used', 'new'])
  expect(kit.store.getState().connection.status.eip155).toBe('connected')
})
