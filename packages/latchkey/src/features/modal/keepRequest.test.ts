import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { currentView } from '../../core/router.js'
import type { SentTransfer } from '../../core/transfers.js'
import { mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { alice, hash, sendKit } from '../../testing/sendKit.js'
import { removeNetwork } from '../network/addNetwork.js'
import { updateOptions } from '../options/updateOptions.js'
import { reviewSend } from '../send/reviewSend.js'
import { submitSend } from '../send/submitSend.js'
import { pushView } from './navigate.js'
import { openModal } from './openModal.js'
import { watchConnection } from './watchConnection.js'

// The host takes away what a screen needs while a wallet has the transfer, or before it was asked.

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Options = Partial<Parameters<typeof updateOptions>[1]> & { readonly isHostsOwn?: boolean }

/** A visitor is at the review. */
async function reviewing({ isHostsOwn = false, ...options }: Options = {}) {
  const answer = createDeferred<SentTransfer>()
  const networks = [mockNetwork(1, { nativeCurrency }), mockNetwork(10, { nativeCurrency })] as const
  const made = await sendKit({ send: () => answer.promise }, undefined, {}, { networks, ...options })
  const { kit, fill } = made
  watchConnection(kit)
  openModal(kit, isHostsOwn ? { view: { name: 'WalletSend' } } : {})
  if (!isHostsOwn) pushView(kit, { name: 'WalletSend' })
  await fill('0.5')
  await reviewSend(kit)
  const modal = () => kit.store.getState().modal
  expect(currentView(modal().stack).name).toBe('WalletSendPreview')
  return { ...made, answer, modal, view: () => currentView(modal().stack) }
}

/** The wallet has been asked too. */
async function sending(options: Options = {}) {
  const made = await reviewing(options)
  const { kit } = made
  const open = () => kit.store.getState().intent?.open ?? []
  submitSend(kit).catch(() => {})
  await vi.waitFor(() => expect(open()).toMatchObject([{ status: 'asked' }]))
  const status = { name: 'WalletSendStatus', parameters: { id: open()[0]?.intent.id ?? '' } } as const
  const end = async () => {
    made.answer.resolve({ kind: 'transaction', id: hash })
    await vi.waitFor(() => expect(kit.store.getState().account.sent).toMatchObject([{ id: hash }]))
  }
  return { ...made, open, status, end }
}

describe('the host turns sending off', () => {
  test.each([false, true])(
    'while the wallet is asked: its request shows (form alone: %s)',
    async (isHostsOwn) => {
      const { kit, modal, view, status, open, end } = await sending({ isHostsOwn })
      updateOptions(kit, { features: { send: false } })
      expect(modal().isOpen).toBe(true)
      expect(view()).toEqual(status)
      expect(modal().stack.map(({ name }) => name)).not.toContain('WalletSendPreview')
      expect(open()).toMatchObject([{ status: 'asked' }])
      await end()
      expect(view()).toEqual(status)
    },
  )

  test('while only the review shows: the screen before it shows, and the wallet is not asked', async () => {
    const { kit, modal, state } = await reviewing()
    updateOptions(kit, { features: { send: false } })
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'Account' }], transactions: [] })
    expect(state().intent?.review).toBeUndefined()
    expect(console.error).toHaveBeenCalledOnce()
  })

  test('while only the review shows, with nothing before it: the modal closes', async () => {
    const { kit, modal, state } = await reviewing({ isHostsOwn: true })
    updateOptions(kit, { features: { send: false } })
    expect(modal().isOpen).toBe(false)
    expect(state().intent?.review).toBeUndefined()
  })
})

describe('the host removes the network', () => {
  const networkId = 'eip155:1'

  test('while the wallet is asked: its request shows over the screen for that, and stays after the switch', async () => {
    const { kit, wallet, modal, view, status, open, end } = await sending()
    removeNetwork(kit, { networkId })
    expect(modal()).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }, status] })
    wallet.emit({ type: 'session', session: mockSession([alice], 10) })
    expect(modal()).toMatchObject({ isOpen: true, stack: [status], next: undefined })
    expect(open()).toMatchObject([{ status: 'asked' }])
    await end()
    expect(view()).toEqual(status)
  })

  test.each([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }])(
    'while the wallet is asked, which need not switch (%j): its request shows',
    async (options) => {
      const { kit, view, status, open } = await sending(options)
      removeNetwork(kit, { networkId })
      expect(view()).toEqual(status)
      expect(open()).toMatchObject([{ status: 'asked' }])
    },
  )

  test('while only the review shows: it is over', async () => {
    const { kit, state, view } = await reviewing()
    removeNetwork(kit, { networkId })
    expect(view().name).toBe('UnsupportedChain')
    expect(state().intent?.review).toBeUndefined()
  })

  test('while only the review shows, and the wallet need not switch: it is cancelled', async () => {
    const { kit, state } = await reviewing({ allowUnsupportedChain: true })
    removeNetwork(kit, { networkId })
    expect(state().intent?.review).toMatchObject({ status: 'cancelled', error: { code: 'REVIEW_OUTDATED' } })
  })
})
