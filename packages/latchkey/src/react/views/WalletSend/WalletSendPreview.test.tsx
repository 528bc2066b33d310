import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createDeferred } from '../../../core/deferred.js'
import { accountOf } from '../../../features/account/state.js'
import { update } from '../../../features/Kit.js'
import { closeModal } from '../../../features/modal/closeModal.js'
import { pushView } from '../../../features/modal/navigate.js'
import { openModal } from '../../../features/modal/openModal.js'
import { reviewSend } from '../../../features/send/reviewSend.js'
import { submitSend } from '../../../features/send/submitSend.js'
import { alice, sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))
afterEach(clear)

test('the way to the wallet breaks: the review says so until it works again', async () => {
  const { kit, fill } = await sendKit()
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  draw(kit)
  await reviewSend(kit)
  await expect.element(page.getByRole('button', { name: 'Send', exact: true }), patience).toBeVisible()
  const words = page.getByText('The connection to your wallet is down. It is restored by itself.')
  await expect.element(words).not.toBeInTheDocument()
  const id = accountOf(kit.store.getState())?.connectorId ?? ''
  update(kit, 'connection', (state) => ({ ...state, trouble: { [id]: { code: 'RELAY_UNREACHABLE' } } }))
  await expect.element(words).toBeVisible()
  update(kit, 'connection', (state) => ({ ...state, trouble: {} }))
  await expect.element(words).not.toBeInTheDocument()
})

test.each([
  ['with a warning, where collectibles are kept', 'mayHoldCollectibles', 1],
  ['in a plain line, where none is expected', 'areCoinsUnread', 0],
] as const)('coins that may hold a collectible: the review says so %s', async (_, known, warnings) => {
  const estimate = async () => ({ most: '1', about: '1', [known]: true })
  const { kit, fill } = await sendKit({ estimate })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  draw(kit)
  await reviewSend(kit)
  await expect.element(page.getByText(/may hold a collectible/), patience).toBeVisible()
  const warning = page.getByRole('listitem').filter({ hasText: /may hold a collectible/ })
  expect(warning.elements()).toHaveLength(warnings)
})

test('a transfer that spends coins: the review shows what the wallet is to sign', async () => {
  const spent = { count: 3, units: '600000000000000000', change: '99999999999999999', rate: '12.5 sat/vB' }
  const { kit, fill } = await sendKit({ estimate: async () => ({ most: '1', about: '1', spent }) })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  draw(kit)
  await reviewSend(kit)
  const details = page.getByText('Wallet request')
  await expect.element(details, patience).toBeVisible()
  await expect.element(page.getByText('12.5 sat/vB')).not.toBeVisible()
  await details.click()
  for (const words of ['0.6 ETH', '3 UTXO', '0.099999999999999999 ETH', '12.5 sat/vB']) {
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByText('This is your own address.')).toBeVisible()
})

test.each([
  ['a hundredth', '5000000000000000', 'Send', '0.005', '0.495'],
  ['more', '5000000000000001', 'Send anyway', '0.005000000000000001', '0.494999999999999999'],
])(
  'a token that withholds %s: the review says what the recipient gets',
  async (_, withheld, name, kept, rest) => {
    const { kit, fill } = await sendKit({ estimate: async () => ({ most: '1', about: '1', withheld }) })
    openModal(kit, { view: { name: 'WalletSend' } })
    await fill('0.5')
    draw(kit)
    await reviewSend(kit)
    const words = `The token keeps ${kept} ETH of it. The recipient gets ${rest} ETH.`
    await expect.element(page.getByText(words), patience).toBeVisible()
    await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
  },
)

describe('the wallet is on another network than the review: it is asked to switch', () => {
  /** The visitor has pressed for it, and the wallet has not answered yet. */
  async function switching() {
    const walletState = vi.fn(async () => ({ networkId: 'eip155:1' as const, addresses: [alice] }))
    const { kit, wallet, fill } = await sendKit({ walletState })
    const answer = createDeferred<void>()
    const asked = vi.fn(() => answer.promise)
    kit.connectors.set('mock', { ...wallet, switchNetwork: asked })
    openModal(kit)
    pushView(kit, { name: 'WalletSend' })
    await fill('0.5')
    draw(kit)
    await reviewSend(kit)
    walletState.mockResolvedValue({ networkId: 'eip155:10' as never, addresses: [alice] })
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await expect.element(send, patience).toBeVisible()
    await submitSend(kit).catch(() => {})
    const button = page.getByRole('button', { name: 'Switch network', exact: true })
    await expect.element(button, patience).toBeVisible()
    const names = () => kit.store.getState().modal.stack.map(({ name }) => name)
    return { kit, asked, answer, button, names }
  }

  test('once, and the form comes back', async () => {
    const { asked, answer, button, names } = await switching()
    await button.dblClick()
    expect(asked).toHaveBeenCalledOnce()
    answer.resolve()
    await expect.poll(names).toEqual(['Account', 'WalletSend'])
  })

  test('its late answer takes no other screen from a visitor who has left the review', async () => {
    const { kit, answer, button, names } = await switching()
    await button.click()
    closeModal(kit)
    openModal(kit)
    pushView(kit, { name: 'WalletReceive' })
    answer.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(names()).toEqual(['Account', 'WalletReceive'])
  })
})
