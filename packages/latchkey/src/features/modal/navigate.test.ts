import { describe, expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { showTooltip } from '../notify/showTooltip.js'
import { closeModal } from './closeModal.js'
import { beginTransaction, goBack, pushView, replaceView, resetView, settleTransaction } from './navigate.js'
import { openModal } from './openModal.js'
import type { ViewName } from './screens.js'

function setUp(...names: readonly ('Connect' | 'AllWallets' | 'Networks' | 'GetWallet')[]) {
  const kit = createTestKit()
  const [first = 'Connect', ...rest] = names
  openModal(kit, { view: { name: first } })
  for (const name of rest) pushView(kit, { name })
  const modal = () => kit.store.getState().modal
  return { kit, modal, names: (): readonly ViewName[] => modal().stack.map(({ name }) => name) }
}

describe('spec §2 "Navigation rules"', () => {
  test('push ignores a view that already shows', () => {
    const { kit, modal, names } = setUp('Connect')
    pushView(kit, { name: 'AllWallets' })
    const before = modal()
    pushView(kit, { name: 'AllWallets' })
    expect(modal()).toBe(before)
    pushView(kit, { name: 'Connect' })
    expect(names()).toEqual(['Connect', 'AllWallets', 'Connect'])
  })

  test('the same view with other parameters is another view', () => {
    const { kit, names } = setUp('Connect')
    pushView(kit, { name: 'ConnectingExternal', parameters: { connectorId: 'a' } })
    pushView(kit, { name: 'ConnectingExternal', parameters: { connectorId: 'b' } })
    expect(names()).toHaveLength(3)
  })

  test('reset replaces the whole history', () => {
    const { kit, names } = setUp('Connect', 'AllWallets')
    resetView(kit, { name: 'Networks' })
    expect(names()).toEqual(['Networks'])
  })

  test('replace swaps the view that shows', () => {
    const { kit, names } = setUp('Connect', 'AllWallets')
    replaceView(kit, { name: 'GetWallet' })
    expect(names()).toEqual(['Connect', 'GetWallet'])
  })

  test('back goes one view back', () => {
    const { kit, modal, names } = setUp('Connect', 'AllWallets', 'GetWallet')
    goBack(kit)
    expect(names()).toEqual(['Connect', 'AllWallets'])
    expect(modal().isOpen).toBe(true)
  })

  test('back from the first view closes the modal', () => {
    const { kit, modal } = setUp('Connect')
    goBack(kit)
    expect(modal().isOpen).toBe(false)
  })

  test('leaving a view hides its tooltip', () => {
    const { kit } = setUp('Connect')
    showTooltip(kit, { message: 'Copy', trigger: { width: 1, height: 1, top: 0, left: 0 } })
    pushView(kit, { name: 'AllWallets' })
    expect(kit.store.getState().notify.tooltip).toBeNull()
  })
})

describe('the transaction stack (spec §2)', () => {
  test.each([
    ['success', ['Connect', 'Networks']],
    ['error', ['Connect']],
    ['cancel', ['Connect', 'AllWallets']],
  ] as const)('%s goes where the flow said', (result, expected) => {
    const { kit, modal, names } = setUp('Connect', 'AllWallets', 'GetWallet')
    beginTransaction(kit, {
      onSuccess: { type: 'return', view: { name: 'Networks' } },
      onError: { type: 'return', view: { name: 'Connect' } },
      onCancel: { type: 'back' },
    })
    if (result === 'success') pushView(kit, { name: 'Networks' })
    settleTransaction(kit, result)
    expect(names().at(-1)).toBe(expected.at(-1))
    if (result !== 'success') expect(names()).toEqual(expected)
    expect(modal().transactions).toEqual([])
  })

  test('an error counts as a cancellation if the flow names no view for errors', () => {
    const { kit, names } = setUp('Connect', 'AllWallets')
    beginTransaction(kit, { onSuccess: { type: 'close' }, onCancel: { type: 'back' } })
    settleTransaction(kit, 'error')
    expect(names()).toEqual(['Connect'])
  })

  test('return goes back along the history, or begins afresh', () => {
    const { kit, names } = setUp('Connect', 'AllWallets', 'GetWallet')
    const onCancel = { type: 'close' } as const
    beginTransaction(kit, { onSuccess: { type: 'return', view: { name: 'AllWallets' } }, onCancel })
    settleTransaction(kit, 'success')
    expect(names()).toEqual(['Connect', 'AllWallets'])
    beginTransaction(kit, { onSuccess: { type: 'return', view: { name: 'Networks' } }, onCancel })
    settleTransaction(kit, 'success')
    expect(names()).toEqual(['Networks'])
  })

  test('replace swaps the view that shows', () => {
    const { kit, names } = setUp('Connect', 'AllWallets')
    const outcome = { type: 'replace', view: { name: 'GetWallet' } } as const
    beginTransaction(kit, { onSuccess: outcome, onCancel: outcome })
    settleTransaction(kit, 'success')
    expect(names()).toEqual(['Connect', 'GetWallet'])
  })

  test('the newest flow ends first', () => {
    const { kit, modal, names } = setUp('Connect', 'AllWallets', 'GetWallet')
    for (const name of ['Connect', 'AllWallets'] as const) {
      const outcome = { type: 'return', view: { name } } as const
      beginTransaction(kit, { onSuccess: outcome, onCancel: outcome })
    }
    settleTransaction(kit, 'success')
    expect(names()).toEqual(['Connect', 'AllWallets'])
    expect(modal().transactions).toHaveLength(1)
    settleTransaction(kit, 'cancel')
    expect(names()).toEqual(['Connect'])
  })

  test.each(['success', 'error', 'cancel'] as const)(
    'spec §4: %s without a flow closes the modal',
    (result) => {
      const { kit, modal } = setUp('Connect', 'AllWallets')
      settleTransaction(kit, result)
      expect(modal().isOpen).toBe(false)
    },
  )

  test('closing the modal ends all flows', () => {
    const { kit, modal } = setUp('Connect')
    beginTransaction(kit, { onSuccess: { type: 'back' }, onCancel: { type: 'back' } })
    closeModal(kit)
    expect(modal().transactions).toEqual([])
  })
})
