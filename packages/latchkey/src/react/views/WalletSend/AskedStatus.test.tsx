import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AskedFor, IntentBase, Tracked, TransferIntent } from '../../../core/intent.js'
import { update } from '../../../features/Kit.js'
import { setLocale } from '../../../features/locale/setLocale.js'
import { openModal } from '../../../features/modal/openModal.js'
import { mockTransferIntent } from '../../../testing/mockTransferIntent.js'
import { hash, sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))
afterEach(clear)

const text = (words: string | RegExp) => page.getByRole('dialog').getByText(words)

const asked: Tracked<TransferIntent> = {
  status: 'asked',
  askedAt: 0,
  intent: mockTransferIntent({ id: 'one', madeAt: 0, units: '500000000000000000' }),
}

test('a wallet disconnects before it answers: the visitor reads what was asked, that it is gone, and what may still happen', async () => {
  const { kit, wallet } = await sendKit()
  update(kit, 'intent', () => ({ open: [asked] }))
  openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'one' } } })
  draw(kit)
  await expect.element(text('Waiting for Mock Wallet'), patience).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Done' })).not.toBeInTheDocument()

  wallet.emit({ type: 'disconnect' })
  await expect.element(text('Mock Wallet has disconnected'), patience).toBeVisible()
  await expect.element(text('0.5 ETH · To 0x7099…dc79C8')).toBeVisible()
  await expect
    .element(text('Your wallet may still do what it was asked. Look there before you try again.'))
    .toBeVisible()
  await expect.element(text('Waiting for Mock Wallet')).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  // The outcome is unknown, and every screen shows the request.
  const strip = page.getByRole('button', { name: 'Not known yet whether this was sent' })
  await strip.click()
  await expect.element(text('0.5 ETH · To 0x7099…dc79C8')).toBeVisible()
})

describe('what is asked, apart from transfers', () => {
  const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const base: IntentBase = {
    id: 'one',
    networkId: 'eip155:1',
    account: '0x1',
    connectorId: 'mock',
    wallet: 'Oak',
    madeAt: 1,
  }

  async function show(asked: AskedFor) {
    const { kit } = await sendKit()
    update(kit, 'intent', () => ({ open: [{ status: 'asked', intent: { ...base, ...asked } }] }))
    openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'one' } } })
    draw(kit)
    return kit
  }

  test.each<[string, AskedFor, string]>([
    ['a message', { kind: 'message', message: { text: 'Hello\u202e you' } }, 'Hello you'],
    ['a sign-in', { kind: 'signIn', message: { text: 'Sign in to garden' } }, 'Sign in to garden'],
    ['an app’s message', { kind: 'request', method: 'personal_sign', params: ['0x4869'] }, 'Hi'],
  ])('%s is shown in its own words', async (_, asked, words) => {
    await show(asked)
    await expect.element(text(words), patience).toBeVisible()
  })

  test('an app’s request is shown by its method and its recipient, in whatever language is chosen', async () => {
    const kit = await show({ kind: 'request', method: 'eth_sendTransaction', params: [{ to: bob }] })
    await expect.element(text('eth_sendTransaction · To 0x7099…dc79C8'), patience).toBeVisible()
    await setLocale(kit, 'de')
    await expect.element(text('eth_sendTransaction · An 0x7099…dc79C8'), patience).toBeVisible()
    await expect.element(text('Warten auf Oak'), patience).toBeVisible()
  })
})

test('what went wrong stands apart from the buttons', async () => {
  const { kit } = await sendKit()
  const error = { code: 'WALLET_SILENT', slots: { wallet: 'Meadow' } } as const
  update(kit, 'intent', () => ({ open: [{ ...asked, status: 'unknown', error }] }))
  openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'one' } } })
  draw(kit)
  const alert = page.getByRole('alert')
  await expect.element(alert, patience).toHaveTextContent(/^Meadow has not answered/)
  const button = page.getByRole('button', { name: 'Account' }).element().getBoundingClientRect()
  expect(alert.element().getBoundingClientRect().top - button.bottom).toBeGreaterThanOrEqual(8)
})

test('another tab gives the transfer up: the visitor is not asked to approve it', async () => {
  const { kit } = await sendKit()
  update(kit, 'intent', () => ({ open: [{ ...asked, status: 'refused' }] }))
  openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'one' } } })
  draw(kit)
  await expect.element(text('Not known yet whether this was sent'), patience).toBeVisible()
  await expect
    .element(text('Your wallet may still do what it was asked. Look there before you try again.'))
    .toBeVisible()
  await expect.element(text('Approve or decline it in your wallet.')).not.toBeInTheDocument()
})

test.each([
  [undefined, 'This was not sent', 'It may have been replaced. Look in your wallet before you send again.'],
  [
    hash,
    'This transaction was replaced',
    'Another one of this account took its place. Look at your activity before you send again.',
  ],
])('a transfer that %s took the place of', async (replacedBy, title, words) => {
  const { kit } = await sendKit()
  const notSent = { ...asked, status: 'notSent', replacedBy } as const
  update(kit, 'intent', () => ({ open: [notSent] }))
  openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'one' } } })
  draw(kit)
  await expect.element(text(title), patience).toBeVisible()
  await expect.element(text(words)).toBeVisible()
})

describe('the picture', () => {
  const iconUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const pictures = () =>
    [...document.querySelectorAll('*')]
      .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('[role=dialog] img') ?? [])])
      .map((picture) => picture.getAttribute('src'))

  async function show(more: Partial<TransferIntent>) {
    const { kit } = await sendKit()
    const intent = { ...asked.intent, symbol: 'USDC', iconUrl, ...more }
    update(kit, 'intent', () => ({ open: [{ ...asked, intent }] }))
    openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: 'one' } } })
    draw(kit)
    await expect.element(text(/^0\.5 USDC/), patience).toBeVisible()
  }

  test('of a listed token is shown while the wallet is asked', async () => {
    await show({})
    await expect.poll(pictures).toEqual([iconUrl])
  })

  test.each<[string, Partial<TransferIntent>]>([
    ['that no list knows', { isUnverified: true }],
    ['whose contract has another name than the list', { listedSymbol: 'FAKE' }],
  ])('of a token %s is neutral', async (_, more) => {
    await show(more)
    expect(pictures()).toEqual([])
  })
})
