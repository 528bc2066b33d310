import { describe, expect, test } from 'vitest'
import type { Config } from '../../core/Config.js'
import type { KitEvent } from '../../protocol/events.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { connect } from '../connection/connect.js'
import { registerConnectors } from '../connection/registerConnectors.js'
import { showSnackbar } from '../notify/showSnackbar.js'
import { showTooltip } from '../notify/showTooltip.js'
import { closeModal } from './closeModal.js'
import { keepScreenRules } from './keepScreenRules.js'
import { beginTransaction } from './navigate.js'
import { openModal } from './openModal.js'
import { shakeModal } from './shakeModal.js'

function setUp(config: Partial<Config> = {}, chainId = 1) {
  const wallet = mockConnector({}, { connect: () => mockSession(undefined, chainId) })
  const kit = createTestKit({ connectors: [wallet], ...config })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  return { kit, wallet, events, modal: () => kit.store.getState().modal }
}

describe('closeModal', () => {
  test('closes the modal and hides its message', () => {
    const { kit, modal, events } = setUp()
    openModal(kit)
    beginTransaction(kit, { onSuccess: { type: 'close' }, onCancel: { type: 'back' } })
    showSnackbar(kit, { variant: 'success', message: { text: 'Copied' } })
    showTooltip(kit, { message: 'Copy', trigger: { width: 1, height: 1, top: 0, left: 0 } })
    closeModal(kit)
    expect(modal()).toMatchObject({ isOpen: false, transactions: [] })
    expect(kit.store.getState().notify).toMatchObject({ snackbar: null, tooltip: null })
    expect(events.at(-1)).toEqual({ type: 'MODAL_CLOSE', connected: false })
  })

  test('closing a closed modal emits no event', () => {
    const { kit, events } = setUp()
    closeModal(kit)
    expect(events).toEqual([])
  })

  test('removes the error that its screen showed', async () => {
    const { kit } = setUp()
    const declining = mockConnector(
      { id: 'declining' },
      {
        connect() {
          throw walletError('CONNECTION_DECLINED')
        },
      },
    )
    registerConnectors(kit, [declining])
    keepScreenRules(kit)
    openModal(kit, { view: { name: 'ConnectingExternal', parameters: { connectorId: 'declining' } } })
    await connect(kit, { connectorId: 'declining' }).catch(() => {})
    expect(kit.store.getState().connection.attempt?.status).toBe('error')
    closeModal(kit)
    await Promise.resolve()
    expect(kit.store.getState().connection.attempt).toBeNull()
  })

  test('shakes the modal instead on an unsupported chain', async () => {
    const { kit, modal } = setUp({}, 424242)
    await connect(kit, { connectorId: 'mock' })
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }] })
    closeModal(kit)
    expect(modal()).toMatchObject({ isOpen: true, isShaking: true })
  })
})

describe('embedded in the page (spec §2)', () => {
  test('goes to the ways to connect, and stays open', () => {
    const { kit, modal, events } = setUp({ enableEmbedded: true })
    openModal(kit, { view: { name: 'Networks' } })
    closeModal(kit)
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Connect' }] })
    expect(events.map(({ type }) => type)).toEqual(['MODAL_OPEN'])
  })

  test('goes to the account if one is connected, even if the modal was never opened', async () => {
    const { kit, modal } = setUp({ enableEmbedded: true })
    await connect(kit, { connectorId: 'mock' })
    closeModal(kit)
    expect(modal().stack).toEqual([{ name: 'Account' }])
  })
})

describe('§9 "Shake": 500 ms', () => {
  test('ends after that time', async () => {
    const { kit, modal } = setUp()
    openModal(kit)
    shakeModal(kit)
    await kit.clock.advance(499)
    expect(modal().isShaking).toBe(true)
    await kit.clock.advance(1)
    expect(modal().isShaking).toBe(false)
  })

  test('does not last longer after a second tap', async () => {
    const { kit, modal } = setUp()
    openModal(kit)
    shakeModal(kit)
    await kit.clock.advance(400)
    shakeModal(kit)
    await kit.clock.advance(100)
    expect(modal().isShaking).toBe(false)
  })
})
