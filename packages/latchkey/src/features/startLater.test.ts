import { expect, test, vi } from 'vitest'
import type { Config } from '../core/Config.js'
import { memoryStorage } from '../core/storageBackends.js'
import { createKit } from '../createKit.js'
import { mockAdapter } from '../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../testing/mockConnector.js'
import { mockNetwork } from '../testing/mockNetwork.js'
import { connect } from './connection/connect.js'
import { openModal } from './modal/openModal.js'
import { startedWith } from './startedWith.js'
import { startLater } from './startLater.js'

/** A page that has started, before `startLater` has loaded. */
function setUp(chainId = 1, config: Partial<Config> = {}) {
  const kit = createKit({
    services: {},
    networks: [mockNetwork(1)],
    adapters: [mockAdapter()],
    connectors: [mockConnector({}, { connect: () => mockSession(undefined, chainId) })],
    storage: memoryStorage(),
    enableWalletConnect: false,
    locale: 'en',
    ...config,
  })
  kit.slots.set(startedWith, kit.store.getState())
  const modal = () => kit.store.getState().modal
  return { kit, modal, names: () => modal().stack.map(({ name }) => name) }
}

test('an account has connected in the meantime: the modal that waited for one closes', async () => {
  const { kit, modal } = setUp()
  openModal(kit)
  await connect(kit, { connectorId: 'mock' })
  expect(modal().isOpen).toBe(true)
  startLater(kit)
  expect(modal().isOpen).toBe(false)
})

test.each([undefined, 'Networks', 'WhatIsANetwork'] as const)(
  'an account has come meanwhile, and then a screen was opened: it stays (%s)',
  async (name) => {
    const { kit, modal, names } = setUp()
    await connect(kit, { connectorId: 'mock' })
    openModal(kit, name && { view: { name } })
    startLater(kit)
    expect(modal().isOpen).toBe(true)
    expect(names()).toEqual([name ?? 'Account'])
  },
)

test('embedded in the page, it shows the account that has connected in the meantime', async () => {
  const { kit, names } = setUp(1, { enableEmbedded: true })
  await connect(kit, { connectorId: 'mock' })
  expect(names()).toEqual(['Connect'])
  startLater(kit)
  expect(names()).toEqual(['Account'])
})

test('the wallet has connected on a chain that the host does not offer: the modal says so', async () => {
  const { kit, modal, names } = setUp(424242)
  await connect(kit, { connectorId: 'mock' })
  expect(modal().isOpen).toBe(false)
  startLater(kit)
  expect(modal().isOpen).toBe(true)
  expect(names()).toEqual(['UnsupportedChain'])
})

test('the kit is stopped before `startLater` has loaded: nothing listens', async () => {
  const { kit, modal } = setUp()
  kit.start()()
  await vi.dynamicImportSettled()
  openModal(kit)
  await connect(kit, { connectorId: 'mock' })
  expect(modal().isOpen).toBe(true)
})

test('a login that the host asks for without the wallet that has it is told in the console', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const told = (config: Partial<Config>) => {
    warn.mockClear()
    startLater(setUp(1, config).kit)
    return warn.mock.calls.flat().join()
  }
  expect(told({ features: { email: true } })).toContain('no effect without `embedded({ url })`')
  expect(told({ features: { socials: ['google'] } })).toContain('no effect without `embedded({ url })`')
  expect(told({ features: { email: false, socials: [] } })).not.toContain('embedded')
  const wallet = { ...mockConnector({ id: 'other' }), frameUrl: 'https://wallet.example/' }
  const connectors = [mockConnector({}), wallet]
  expect(told({ features: { email: true, socials: ['google'] }, connectors })).not.toContain('embedded')
  warn.mockRestore()
})

test('networks of a family that the host has no adapter for are told in the console, unless it has none at all', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const told = (config: Partial<Config>) => {
    warn.mockClear()
    startLater(setUp(1, config).kit)
    return warn.mock.calls.flat().join()
  }
  const solana = (id: string) => mockNetwork(0, { id, chainNamespace: 'solana' })
  const networks = [mockNetwork(1), solana('main'), solana('dev')] as const
  const text = '`networks` has solana but `adapters` has none for it'
  expect(told({ networks }).split(text)).toHaveLength(2)
  expect(told({ networks, adapters: [] })).not.toContain(text)
  const adapters = [mockAdapter(), mockAdapter({ namespace: 'solana' })]
  expect(told({ networks, adapters })).not.toContain(text)
  warn.mockRestore()
})
