import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectionsItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockTabs } from '../../testing/mockTabs.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { registerConnectors } from './registerConnectors.js'
import { resumeConnections } from './resumeConnections.js'

afterEach(() => void vi.doUnmock('./restoreConnections.js'))

const wallet = () =>
  mockConnector({ id: 'wallet' }, { connect: () => mockSession(), restore: () => mockSession() })
const status = (kit: ReturnType<typeof createTestKit>) => kit.store.getState().connection.status.eip155

test('is not connecting if nothing is stored', async () => {
  const kit = createTestKit()
  const before = kit.store.getState()
  resumeConnections(kit)
  await vi.dynamicImportSettled()
  expect(kit.store.getState()).toBe(before)
})

test('is connecting at once if a wallet is stored, and connected when it has answered', async () => {
  const kit = createTestKit({ connectors: [wallet()] })
  kit.storage.write(connectionsItem, { eip155: { connectorId: 'wallet' } })
  resumeConnections(kit)
  expect(kit.store.getState().connection.status).toMatchObject({
    eip155: 'connecting',
  })
  await vi.dynamicImportSettled()
  await kit.clock.advance(0)
  expect(status(kit)).toBe('connected')
})

test('restores nothing if the kit stops before the code is loaded', async () => {
  const kit = createTestKit()
  const known = wallet()
  registerConnectors(kit, [known])
  kit.storage.write(connectionsItem, { eip155: { connectorId: 'wallet' } })
  resumeConnections(kit)()
  await vi.dynamicImportSettled()
  await kit.clock.advance(0)
  expect(known.calls).toEqual([])
})

test('is disconnected if the code cannot be loaded, and tries again when another tab connects', async () => {
  vi.doMock('./restoreConnections.js', () => {
    throw new Error('offline')
  })
  const tabs = mockTabs()
  const kit = createTestKit({ storage: tabs.open(), connectors: [wallet()] })
  kit.storage.write(connectionsItem, { eip155: { connectorId: 'wallet' } })
  resumeConnections(kit)
  await vi.waitFor(() => expect(status(kit)).toBe('disconnected'))

  vi.doUnmock('./restoreConnections.js')
  const other = createTestKit({ storage: tabs.open(), connectors: [wallet()] })
  await connect(other, { connectorId: 'wallet' })
  await disconnect(other)
  await connect(other, { connectorId: 'wallet' })
  await vi.waitFor(() => expect(status(kit)).toBe('connected'))
})

describe('a tab that has connected by itself', () => {
  async function setUp() {
    const tabs = mockTabs()
    const kit = createTestKit({ storage: tabs.open(), connectors: [wallet()] })
    const other = createTestKit({ storage: tabs.open(), connectors: [wallet()] })
    resumeConnections(kit)
    resumeConnections(other)
    await connect(kit, { connectorId: 'wallet' })
    await vi.waitFor(() => expect(status(other)).toBe('connected'))
    return { kit, other }
  }

  test('is disconnected when the other tab is', async () => {
    const { kit, other } = await setUp()
    await disconnect(other)
    await vi.waitFor(() => expect(status(kit)).toBe('disconnected'))
  })

  test('stays connected, and says so, when it is started again', async () => {
    const { kit } = await setUp()
    resumeConnections(kit)
    expect(status(kit)).toBe('connected')
    await vi.dynamicImportSettled()
    await kit.clock.advance(5_000)
    expect(status(kit)).toBe('connected')
  })
})
