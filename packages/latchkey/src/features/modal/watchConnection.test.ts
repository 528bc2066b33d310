import { describe, expect, test, vi } from 'vitest'
import type { Config } from '../../core/Config.js'
import type { ConnectorSession } from '../../core/connector.js'
import { createDeferred } from '../../core/deferred.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { accountOf } from '../account/state.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { resumeConnections } from '../connection/resumeConnections.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { pushView } from './navigate.js'
import { openModal } from './openModal.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function setUp(config: Partial<Config> = {}, chainId = 1) {
  const wallet = mockConnector(
    {},
    {
      connect: () => mockSession([alice], chainId),
      switchNetwork: ({ id }) => wallet.emit({ type: 'session', session: mockSession([alice], Number(id)) }),
    },
  )
  const kit = createTestKit({ connectors: [wallet], ...config })
  const modal = () => kit.store.getState().modal
  return {
    kit,
    wallet,
    modal,
    names: () => modal().stack.map(({ name }) => name),
    move: (to: number, address = alice) =>
      wallet.emit({ type: 'session', session: mockSession([address], to) }),
  }
}

async function setUpConnected(...parameters: Parameters<typeof setUp>) {
  const parts = setUp(...parameters)
  await connect(parts.kit, { connectorId: 'mock' })
  return parts
}

describe('an open modal closes', () => {
  test('when an account appears', async () => {
    const { kit, modal } = setUp()
    openModal(kit)
    pushView(kit, { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } })
    await connect(kit, { connectorId: 'mock' })
    expect(modal().isOpen).toBe(false)
  })

  test('when the account disconnects, by the wallet or by the page', async () => {
    const { kit, wallet, modal } = await setUpConnected()
    openModal(kit)
    wallet.emit({ type: 'disconnect' })
    expect(modal().isOpen).toBe(false)
    await connect(kit, { connectorId: 'mock' })
    openModal(kit)
    await disconnect(kit)
    expect(modal().isOpen).toBe(false)
  })

  test('but not when the account changes', async () => {
    const { kit, modal, move } = await setUpConnected()
    openModal(kit)
    move(1, bob)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Account' }] })
  })

  test('but not when the visitor moves to a chain family without an account', async () => {
    const solana = mockNetwork(101, { chainNamespace: 'solana', caipNetworkId: 'solana:101' })
    const { kit, modal } = await setUpConnected({ networks: [mockNetwork(1), solana] })
    openModal(kit)
    pushView(kit, { name: 'WhatIsANetwork' })
    await switchNetwork(kit, { networkId: 'solana:101' })
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Account' }, { name: 'WhatIsANetwork' }] })
  })
})

test('a closed modal stays closed while accounts come, change and go', async () => {
  const { wallet, modal, move } = await setUpConnected()
  move(1, bob)
  move(10)
  wallet.emit({ type: 'disconnect' })
  expect(modal().isOpen).toBe(false)
})

test('an embedded modal goes to the account, and back to the ways to connect', async () => {
  const { kit, wallet, names } = setUp({ enableEmbedded: true })
  pushView(kit, { name: 'AllWallets' })
  await connect(kit, { connectorId: 'mock' })
  expect(names()).toEqual(['Account'])
  wallet.emit({ type: 'disconnect' })
  expect(names()).toEqual(['Connect'])
})

describe('screens are left once the wallet is on their network', () => {
  test.each([
    ['Networks', { name: 'Networks' }],
    ['SwitchNetwork', { name: 'SwitchNetwork', parameters: { networkId: 'eip155:10' } }],
  ] as const)('%s', async (_, view) => {
    const { kit, names } = await setUpConnected()
    openModal(kit)
    pushView(kit, view)
    await switchNetwork(kit, { networkId: 'eip155:10' })
    expect(names()).toEqual(['Account'])
  })

  test('two screens, if one led to the other', async () => {
    const { kit, names } = await setUpConnected()
    openModal(kit)
    pushView(kit, { name: 'Networks' })
    pushView(kit, { name: 'SwitchNetwork', parameters: { networkId: 'eip155:10' } })
    await switchNetwork(kit, { networkId: 'eip155:10' })
    expect(names()).toEqual(['Account'])
  })

  test('and the modal closes if nothing is behind them', async () => {
    const { kit, modal } = await setUpConnected()
    openModal(kit, { view: { name: 'Networks' } })
    pushView(kit, { name: 'SwitchNetwork', parameters: { networkId: 'eip155:10' } })
    await switchNetwork(kit, { networkId: 'eip155:10' })
    expect(modal().isOpen).toBe(false)
  })

  test('other screens stay', async () => {
    const { kit, names, move } = await setUpConnected()
    openModal(kit)
    pushView(kit, { name: 'WhatIsANetwork' })
    move(10)
    expect(names()).toEqual(['Account', 'WhatIsANetwork'])
  })
})

describe('UnsupportedChain (spec §4 "Network switching")', () => {
  test('opens when a wallet connects on a chain that the host does not offer', async () => {
    const { modal } = await setUpConnected({}, 424242)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }] })
  })

  test('opens when a connected wallet moves to one', async () => {
    const { modal, move } = await setUpConnected()
    move(424242)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }] })
  })

  test('takes the place of what an open modal shows', async () => {
    const { kit, names, move } = await setUpConnected()
    openModal(kit)
    pushView(kit, { name: 'Networks' })
    move(424242)
    expect(names()).toEqual(['UnsupportedChain'])
  })

  test('closes when the wallet returns to an offered chain, by any means', async () => {
    const { kit, modal, move } = await setUpConnected({}, 424242)
    move(1)
    expect(modal().isOpen).toBe(false)
    move(424242)
    await switchNetwork(kit, { networkId: 'eip155:10' })
    expect(modal().isOpen).toBe(false)
  })

  test('stays while the wallet moves from one unsupported chain to another', async () => {
    const { modal, move } = await setUpConnected({}, 424242)
    move(424243)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }] })
  })

  test('closes when the visitor disconnects from it', async () => {
    const { kit, modal } = await setUpConnected({}, 424242)
    await disconnect(kit)
    expect(modal()).toMatchObject({ isOpen: false, isShaking: false })
  })

  test.each([
    ['unsupported chains are allowed', { allowUnsupportedChain: true }],
    ['switching is not enabled', { enableNetworkSwitch: false }],
    ['there is no adapter to switch with', { adapters: [] }],
  ])('does not open if %s', async (_, config) => {
    const { modal } = await setUpConnected(config, 424242)
    expect(modal().isOpen).toBe(false)
  })

  test('does not open for a network that is offered under its former id', async () => {
    const network = mockNetwork(10, { deprecatedCaipNetworkId: 'eip155:424242' })
    const { modal } = await setUpConnected({ networks: [mockNetwork(1), network] }, 424242)
    expect(modal().isOpen).toBe(false)
  })
})

test('a stopped kit does not follow the connection', async () => {
  const { kit, modal, move } = setUp()
  const stop = kit.start()
  await connect(kit, { connectorId: 'mock' })
  stop()
  move(424242)
  expect(modal().isOpen).toBe(false)
})

describe('a modal that opens before a stored connection is restored', () => {
  async function reload(restore: () => Promise<ConnectorSession | undefined>) {
    const storage = memoryStorage()
    const behaviour = { connect: () => mockSession([alice]), restore }
    const before = createTestKit({ connectors: [mockConnector({}, behaviour)], storage })
    await connect(before, { connectorId: 'mock' })
    const kit = createTestKit({ connectors: [mockConnector({}, behaviour)], storage })
    const stop = resumeConnections(kit)
    await vi.dynamicImportSettled()
    return { kit, stop, modal: () => kit.store.getState().modal }
  }

  test('is loading until the account is connected, and then shows it', async () => {
    const answer = createDeferred<ConnectorSession | undefined>()
    const { kit, stop, modal } = await reload(() => answer.promise)
    openModal(kit)
    expect(modal()).toMatchObject({ isLoading: true, stack: [{ name: 'Connect' }] })
    answer.resolve(mockSession([alice]))
    await kit.clock.advance(0)
    expect(modal()).toMatchObject({ isOpen: true, isLoading: false, stack: [{ name: 'Account' }] })
    openModal(kit)
    expect(modal().isLoading).toBe(false)
    stop()
  })

  test('shows the requested screen', async () => {
    const answer = createDeferred<ConnectorSession | undefined>()
    const { kit, stop, modal } = await reload(() => answer.promise)
    openModal(kit, { view: { name: 'WalletReceive' } })
    expect(modal().isLoading).toBe(true)
    answer.resolve(mockSession([alice]))
    await kit.clock.advance(0)
    expect(modal()).toMatchObject({ isOpen: true, isLoading: false, stack: [{ name: 'WalletReceive' }] })
    stop()
  })

  test.each([
    ['another is in use', 'shows', 'Account', undefined],
    ['none is in use', 'shows', 'Account', undefined],
    ['another is in use', 'goes on to', 'WalletReceive', { name: 'WalletReceive' }],
  ] as const)('for a chain family, while %s: %s %s', async (use, _, name, view) => {
    const storage = memoryStorage()
    const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })
    const networks = [mockNetwork(1), solana] as const
    const granted: ConnectorSession = {
      namespaces: { solana: { addresses: ['sol'], networkId: 'solana:main', approvedNetworkIds: 'all' } },
    }
    const answer = createDeferred<ConnectorSession>()
    const page = () =>
      createTestKit({
        ...{ storage, networks, adapters: [mockAdapter(), mockAdapter({ namespace: 'solana' })] },
        connectors: [
          mockConnector(
            { id: 'sol', namespaces: ['solana'] },
            { connect: () => granted, restore: () => answer.promise },
          ),
          mockConnector({}, { connect: () => mockSession([alice]), restore: () => mockSession([alice]) }),
        ],
      })
    const before = page()
    await connect(before, { connectorId: 'sol' })
    if (use === 'another is in use') await connect(before, { connectorId: 'mock' })
    const kit = page()
    const stop = resumeConnections(kit)
    await vi.dynamicImportSettled()
    await kit.clock.advance(0)
    const modal = () => kit.store.getState().modal
    openModal(kit, { namespace: 'solana', ...(view && { view }) })
    expect(modal().isLoading).toBe(true)
    answer.resolve(granted)
    await kit.clock.advance(0)
    expect(modal()).toMatchObject({ isOpen: true, isLoading: false, stack: [{ name }] })
    expect(accountOf(kit.store.getState())?.address).toBe('sol')
    stop()
  })

  test.each(['the wallet grants nothing any more', 'the wallet never answers'])(
    'is not loading once %s',
    async (name) => {
      const answer = createDeferred<ConnectorSession | undefined>()
      const { kit, stop, modal } = await reload(() => answer.promise)
      openModal(kit)
      if (name === 'the wallet grants nothing any more') answer.resolve(undefined)
      await kit.clock.advance(5_000)
      expect(modal()).toMatchObject({ isOpen: true, isLoading: false, stack: [{ name: 'Connect' }] })
      stop()
    },
  )

  test('is not loading while a wallet is asked or a link shows', async () => {
    const { kit } = setUp()
    const attempt = connect(kit, { connectorId: 'mock' })
    openModal(kit)
    expect(kit.store.getState().modal.isLoading).toBe(false)
    await attempt
  })
})
