import { describe, expect, test, vi } from 'vitest'
import type { Config } from '../../core/Config.js'
import { currentView } from '../../core/router.js'
import type { KitEvent } from '../../protocol/events.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { showSnackbar } from '../notify/showSnackbar.js'
import { closeModal } from './closeModal.js'
import { openModal } from './openModal.js'

function setUp(config: Partial<Config> = {}, session = mockSession()) {
  const kit = createTestKit({ connectors: [mockConnector({}, { connect: () => session })], ...config })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  const modal = () => kit.store.getState().modal
  return { kit, events, modal, view: () => currentView(modal().stack).name }
}

async function setUpConnected(...parameters: Parameters<typeof setUp>) {
  const parts = setUp(...parameters)
  await connect(parts.kit, { connectorId: 'mock' })
  parts.events.length = 0
  return parts
}

describe('the first view (spec §2 "Opening the modal")', () => {
  test('is the ways to connect without an account', () => {
    const { kit, modal, view, events } = setUp()
    openModal(kit)
    expect(modal().isOpen).toBe(true)
    expect(view()).toBe('Connect')
    expect(events).toEqual([{ type: 'MODAL_OPEN', connected: false }])
  })

  test('is the account if one is connected', async () => {
    const { kit, view, events } = await setUpConnected()
    openModal(kit)
    expect(view()).toBe('Account')
    expect(events).toEqual([{ type: 'MODAL_OPEN', connected: true }])
  })

  test('is the ways to connect for a chain family without an account', async () => {
    const { kit, modal, view } = await setUpConnected()
    openModal(kit, { namespace: 'solana' })
    expect(view()).toBe('Connect')
    expect(modal().namespace).toBe('solana')
    openModal(kit)
    expect(view()).toBe('Account')
    expect(modal().namespace).toBeUndefined()
  })

  test('is the unsupported chain if the wallet is on one', async () => {
    const { kit, view } = await setUpConnected({}, mockSession(undefined, 424242))
    openModal(kit)
    expect(view()).toBe('UnsupportedChain')
  })

  test('is the requested view', async () => {
    for (const { kit, modal } of [setUp(), await setUpConnected()]) {
      openModal(kit, { view: { name: 'Networks' } })
      expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Networks' }] })
    }
  })

  describe('without an adapter', () => {
    test.each([
      ['all wallets, on a phone', true, 'AllWallets'],
      ['the code alone, on a computer', false, 'ConnectingWalletConnectBasic'],
    ])('%s', (_, isMobile, name) => {
      const { kit, view } = setUp({ adapters: [] })
      openModal(kit, { isMobile })
      expect(view()).toBe(name)
      openModal(kit, { isMobile, view: { name: 'Networks' } })
      expect(view()).toBe(name)
    })

    test('is the account if one is connected', async () => {
      const { kit, view } = await setUpConnected({ adapters: [] })
      openModal(kit)
      expect(view()).toBe('Account')
    })
  })

  test('is the link of a host that runs the protocol itself, before everything else', () => {
    const { kit, view } = setUp({ adapters: [] })
    openModal(kit, { uri: 'wc:abc@2', view: { name: 'Networks' } })
    expect(view()).toBe('ConnectingWalletConnect')
    expect(kit.store.getState().connection.pairing).toEqual({ status: 'ready', uri: 'wc:abc@2' })
  })
})

test('opening an open modal replaces its views without a second event', () => {
  const { kit, modal, events } = setUp()
  openModal(kit)
  openModal(kit, { view: { name: 'Networks' } })
  expect(modal().stack).toEqual([{ name: 'Networks' }])
  expect(events).toHaveLength(1)
})

test('opening the modal hides an earlier message', () => {
  const { kit } = setUp()
  showSnackbar(kit, { variant: 'success', message: { text: 'Copied' } })
  openModal(kit)
  expect(kit.store.getState().notify.snackbar).toBeNull()
})

test('opening the modal after it was closed starts with a new history', () => {
  const { kit, modal, view, events } = setUp()
  openModal(kit, { view: { name: 'Networks' } })
  closeModal(kit)
  expect(modal().isOpen).toBe(false)
  openModal(kit)
  expect(view()).toBe('Connect')
  expect(events.map(({ type }) => type)).toEqual(['MODAL_OPEN', 'MODAL_CLOSE', 'MODAL_OPEN'])
})

test('a browser without storage is reported once, when the modal opens', async () => {
  const refuse = () => {
    throw new Error('blocked')
  }
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
  const { kit } = setUp({ storage })
  const snackbar = () => kit.store.getState().notify.snackbar
  kit.start()
  openModal(kit)
  await vi.waitFor(() =>
    expect(snackbar()?.message).toMatchObject({ error: { code: 'STORAGE_UNAVAILABLE' } }),
  )
  closeModal(kit)
  openModal(kit)
  expect(snackbar()).toBeNull()
})

test('opening the modal starts the connectors', () => {
  const wake = vi.fn()
  openModal(createTestKit({ connectors: [{ ...mockConnector({}), wake }] }))
  expect(wake).toHaveBeenCalledOnce()
})
