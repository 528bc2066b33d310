import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createDeferred } from '../../../core/deferred.js'
import { currentView } from '../../../core/router.js'
import type { StorageBackend } from '../../../core/storage.js'
import { memoryStorage } from '../../../core/storageBackends.js'
import type { Transfers } from '../../../core/transfers.js'
import { notePrices } from '../../../features/account/prices.js'
import { setLabel } from '../../../features/account/setLabel.js'
import { accountOf } from '../../../features/account/state.js'
import { loadAsked } from '../../../features/intent/asked.js'
import { update } from '../../../features/Kit.js'
import { openModal } from '../../../features/modal/openModal.js'
import { setSendToken, toggleSendFiat } from '../../../features/send/editSend.js'
import { followSent } from '../../../features/send/followSent.js'
import { reviewSend } from '../../../features/send/reviewSend.js'
import { submitSend } from '../../../features/send/submitSend.js'
import { accountError } from '../../../protocol/accountErrors.js'
import { fallbackBalance } from '../../../protocol/constants.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { bob, dollar, hash, sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(async () => {
  clear()
  await page.viewport(414, 896)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Renders a filled-in send form; its clock stands still. */
async function setUp(
  recipient = bob,
  overrides: Parameters<typeof sendKit>[0] = {},
  storage: StorageBackend = memoryStorage(),
) {
  const sending = await sendKit(overrides, storage)
  const { kit, fill, transfers } = sending
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await fill('0.5', recipient)
  await expect.element(button('Preview send')).toBeEnabled()
  const view = () => currentView(kit.store.getState().modal.stack).name
  return { ...sending, view, asked: transfers.send }
}

/** Presses the element at a point, like a finger that does not move. */
async function pressAt({ x, y }: { readonly x: number; readonly y: number }) {
  await userEvent.click(document.documentElement, { position: { x, y } })
}

const middleOf = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
const boxOf = (name: string) => button(name).element().getBoundingClientRect()

test('while the review is being made the button is busy, and a form that is left gets none', async () => {
  const chain = createDeferred<{ readonly isContract: boolean }>()
  const facts = vi.fn(() => chain.promise)
  const { kit } = await setUp(bob, { facts })
  await button('Preview send').click()
  const busy = button('Estimating the network cost')
  await expect.element(busy, patience).toBeDisabled()
  await expect.element(busy).toHaveAttribute('aria-busy', 'true')
  await vi.waitFor(() => expect(facts).toHaveBeenCalledOnce())
  await button('Close').click()
  chain.resolve({ isContract: false })
  await kit.clock.advance(1_000)
  const { modal, intent } = kit.store.getState()
  expect([modal.isOpen, modal.transactions, intent?.review]).toEqual([false, [], undefined])
})

describe('the button of the review', () => {
  test('a press within half a second of its appearing asks the wallet for nothing, and a later one does', async () => {
    const { kit, asked } = await setUp()
    await button('Preview send').click()
    await expect.element(button('Send'), patience).toBeVisible()
    await pressAt(middleOf(boxOf('Send')))
    await kit.clock.advance(400)
    // Ignored again: a visitor who keeps pressing does not read.
    await pressAt(middleOf(boxOf('Send')))
    await kit.clock.advance(400)
    expect(asked).not.toHaveBeenCalled()
    await kit.clock.advance(100)
    await button('Send').click()
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  })

  test('what is typed after the review changes nothing of what is shown and asked', async () => {
    const { kit, asked, fill } = await setUp()
    await button('Preview send').click()
    await expect.element(button('Send'), patience).toBeVisible()
    await kit.clock.advance(500)
    await expect.element(button('Send')).not.toHaveAttribute('aria-disabled')
    await fill('0.5', '0x000000000000000000000000000000000000dEaD')
    await kit.clock.advance(500)
    await expect.element(page.getByText(bob)).toBeVisible()
    await button('Send').click()
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
    expect(vi.mocked(asked).mock.calls[0]?.[0].transfer.to).toBe(bob)
  })

  test.each([
    ['on a phone', 360, 640],
    ['on a desk', 1200, 900],
  ])('%s it does not lie where the button before it was', async (_, width, height) => {
    await page.viewport(width, height)
    const { asked, view } = await setUp()
    const before = boxOf('Preview send')
    await userEvent.dblClick(button('Preview send'))
    await expect.element(button('Cancel'), patience).toBeVisible()
    // Waits until the view has slid in.
    await expect.poll(() => boxOf('Send').right, patience).toBeLessThanOrEqual(before.left)
    expect(asked).not.toHaveBeenCalled()
    expect(view()).toBe('WalletSendPreview')
  })
})

test('while the wallet is asked one way leads back, and the transfer goes on', async () => {
  const { kit, view, state } = await setUp(bob, { send: () => new Promise(() => {}) })
  await button('Preview send').click()
  await expect.element(button('Send'), patience).toBeVisible()
  await kit.clock.advance(500)
  await button('Send').click()
  await expect.element(button('Approve in Mock Wallet'), patience).toBeVisible()
  await vi.waitFor(() => expect(state().intent?.open).toHaveLength(1))
  expect(button('Back').elements()).toHaveLength(1)
  await button('Back').click()
  expect(view()).toBe('WalletSend')
  expect(state().intent?.open).toMatchObject([{ status: 'asked' }])
})

test('after a reload, a form that waits for a wallet goes on once the chain has the transfer', async () => {
  const storage = memoryStorage()
  const send = vi.fn(() => new Promise<never>(() => {}))
  const before = await sendKit({ send }, storage)
  await before.fill('0.5')
  await reviewSend(before.kit)
  void submitSend(before.kit)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const find = vi.fn<Transfers['find']>(async () => ({ status: 'open' }))
  const { kit, fill, state } = await sendKit({ find }, storage)
  loadAsked(kit)
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await fill('0.5')
  // Its own button, and the notice above it.
  const waiting = button('Waiting for Mock Wallet')
  await expect.element(waiting.last(), patience).toBeVisible()
  find.mockResolvedValue({ status: 'sent', sent: { kind: 'transaction', id: hash } })
  const isOver = async () => {
    await kit.clock.advance(1_000)
    return waiting.elements().length === 0
  }
  await expect.poll(isOver, patience).toBe(true)
  expect(state().account.sent).toMatchObject([{ id: hash, status: 'confirmed' }])
})

test('a wallet that answers after the visitor went back: a message says that the transaction started', async () => {
  const { promise, resolve } = createDeferred<Awaited<ReturnType<Transfers['send']>>>()
  const { kit } = await setUp(bob, { send: () => promise })
  await button('Preview send').click()
  await expect.element(button('Send'), patience).toBeVisible()
  await kit.clock.advance(500)
  await button('Send').click()
  await expect.element(button('Approve in Mock Wallet'), patience).toBeVisible()
  await button('Back').click()
  resolve({ kind: 'transaction', id: hash })
  await expect.element(page.getByText('Transaction started'), patience).toBeVisible()
})

test('the screen of a transfer that was sent says so alone, without a message over it', async () => {
  const { kit, view } = await setUp()
  await button('Preview send').click()
  await expect.element(button('Send'), patience).toBeVisible()
  await kit.clock.advance(500)
  await button('Send').click()
  await expect.poll(view, patience).toBe('WalletSendStatus')
  await expect.element(page.getByText(/^(Sending|Sent) /)).toBeVisible()
  expect(kit.store.getState().notify.snackbar).toBeNull()
})

test('while the network cost is unknown the form says so, and offers another estimate', async () => {
  const { transfers, settle } = await setUp()
  vi.mocked(transfers.estimate).mockRejectedValueOnce(accountError('FEE_ESTIMATE_FAILED'))
  await userEvent.fill(page.getByLabelText('Amount'), '0.4')
  await settle()
  await expect.element(page.getByText('Network cost Not known yet')).toBeVisible()
  await button('Try again').click()
  await settle()
  await expect.element(page.getByText('Network cost <$0.01')).toBeVisible()
  await expect.element(page.getByText('Not known yet')).not.toBeInTheDocument()
})

test('another try reads the balance again too, where nobody could tell it', async () => {
  const { kit, transfers, settle } = await setUp()
  vi.mocked(transfers.estimate).mockRejectedValueOnce(accountError('FEE_ESTIMATE_FAILED'))
  await userEvent.fill(page.getByLabelText('Amount'), '0.4')
  await settle()
  const unread = { status: 'error', amount: fallbackBalance, symbol: 'ETH' } as const
  const caipAddress = accountOf(kit.store.getState())?.caipAddress ?? ''
  update(kit, 'account', (state) => ({ ...state, portfolios: {}, balances: { [caipAddress]: unread } }))
  await expect.element(button('Balance unavailable')).toBeDisabled()
  await button('Try again').click()
  await settle()
  await expect.element(button('Balance unavailable')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Insufficient/ })).toBeVisible()
})

test('where the fee buys speed the visitor chooses it, and the review tells the time', async () => {
  const minutes = { fast: 10, normal: 30 }
  const estimate: Transfers['estimate'] = async ({ speed }) => ({
    most: '1000',
    about: String(speed === 'fast' ? 300n * 10n ** 15n : 10n ** 12n),
    minutes: speed === 'fast' ? minutes.fast : minutes.normal,
  })
  const speeds = [
    { name: 'normal', minutes: minutes.normal, isUsual: true },
    { name: 'fast', minutes: minutes.fast },
  ]
  const { state, settle } = await setUp(bob, { estimate, speeds })
  const pressed = (name: string) => button(name).element().getAttribute('aria-pressed')
  expect([pressed('≈30 min'), pressed('≈10 min')]).toEqual(['true', 'false'])
  await button('≈10 min').click()
  expect([pressed('≈30 min'), pressed('≈10 min')]).toEqual(['false', 'true'])
  expect(state().send?.speed).toBe('fast')
  await settle()
  await button('Preview send').click()
  await expect.element(page.getByText('≈10 min'), patience).toBeVisible()
  await expect.element(page.getByText('The network cost is 60% of the amount.')).toBeVisible()
  await expect.element(button('Send anyway')).toBeVisible()
})

test('where there is no choice of speed, none is shown', async () => {
  await setUp()
  await expect.element(page.getByRole('group', { name: 'Network cost' })).not.toBeInTheDocument()
})

describe('the review of a token', () => {
  const review = async (symbol: string, inDollars = false) => {
    const facts = async () => ({ isContract: false, token: { decimals: 6, symbol } })
    const made = await setUp(bob, { facts })
    setSendToken(made.kit, { token: `eip155:1:${dollar}` })
    if (inDollars) toggleSendFiat(made.kit)
    await made.fill('0.5')
    await button('Preview send').click()
    await expect.element(button('Cancel'), patience).toBeVisible()
    return made
  }

  test('shows its contract, shortened, and in full on demand', async () => {
    await review('USD')
    await expect.element(page.getByText('Token contract')).toBeVisible()
    await expect.element(page.getByText(dollar)).not.toBeVisible()
    await page.getByText('0x1111').first().click()
    await expect.element(page.getByText(dollar)).toBeVisible()
    await expect.element(button('Send')).toBeVisible()
  })

  test('whose contract has another name than the list: both, the whole contract, and a warning', async () => {
    await review('KUSD')
    const warning = 'Your list says USD, but the contract says KUSD.'
    await expect.element(page.getByText(warning)).toBeVisible()
    await expect.element(page.getByText('0.5 KUSD')).toBeVisible()
    await expect.element(page.getByText(dollar)).toBeVisible()
    await expect.element(button('Send anyway')).toBeVisible()
  })

  test('that was typed in dollars says the price that it was reckoned with', async () => {
    await review('USD', true)
    await expect.element(page.getByText('1 USD = $1.00')).toBeVisible()
  })
})

test('an amount in dollars that was reckoned with another price than before: a warning', async () => {
  const { kit, fill, state } = await setUp()
  const [token] = Object.values(state().account.portfolios ?? {})[0]?.tokens ?? []
  if (token === undefined) throw new Error('no token')
  notePrices(kit, [{ ...token, price: 4000 }])
  toggleSendFiat(kit)
  await fill('0.5')
  await button('Preview send').click()
  await expect.element(page.getByText('1 ETH = $2,000.00'), patience).toBeVisible()
  await expect.element(page.getByText('The price was $4,000.00 earlier.')).toBeVisible()
  await expect.element(button('Send anyway')).toBeVisible()
})

test('where the browser stores nothing, the review says so before the wallet is asked', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const { kit, asked } = await setUp(bob, {}, { ...memoryStorage(), setItem })
  await button('Preview send').click()
  await expect.element(button('Send'), patience).toBeVisible()
  await kit.clock.advance(500)
  await button('Send').click()
  await expect.element(page.getByText('This browser cannot store this transfer.'), patience).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
  await kit.clock.advance(500)
  await button('Send').click()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
})

test('a wallet that answered with another transaction: its page is shown, and nothing is called unsent', async () => {
  const other = `0x${'ef'.repeat(32)}`
  const explorer = { name: 'Scan', url: 'https://scan.example' }
  const network = mockNetwork(1, {
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    blockExplorers: { default: explorer },
  })
  const { kit, transfers, fill } = await sendKit({}, memoryStorage(), {}, { networks: [network] })
  vi.mocked(transfers.send).mockResolvedValue({ kind: 'transaction', id: other })
  vi.mocked(transfers.status).mockResolvedValue({ status: 'other', hash: other })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  await reviewSend(kit)
  await submitSend(kit)
  await followSent(kit)
  draw(kit)
  await expect.element(page.getByText(/may have sent this/), patience).toBeVisible()
  const link = page.getByRole('link', { name: /explorer/i })
  await expect.element(link).toHaveAttribute('href', `https://scan.example/tx/${other}`)
  await expect.element(button('Stop checking')).toBeVisible()
})

describe('the amount', () => {
  const amount = page.getByLabelText('Amount')
  const speak = ({ kit }: Awaited<ReturnType<typeof setUp>>, tag: 'de' | 'fr') =>
    update(kit, 'locale', (locale) => ({ ...locale, tag }))
  const paste = async (text: string) => {
    await userEvent.clear(amount)
    document.execCommand('insertText', false, text)
  }

  test('that is pasted with the groups of the language shows as it was understood', async () => {
    const sending = await setUp()
    speak(sending, 'fr')
    await paste('1\u202f234,5')
    await expect.element(amount).toHaveValue('1234,5')
    speak(sending, 'de')
    await paste('1.234')
    await expect.element(amount).toHaveValue('1234')
  })

  test('that is typed with groups stands as it is typed, and shows as it was understood when it is left', async () => {
    await setUp()
    await userEvent.clear(amount)
    await userEvent.type(amount, '1,234')
    await expect.element(amount).toHaveValue('1,234')
    await userEvent.tab()
    await expect.element(amount).toHaveValue('1234')
  })

  test('with a blank or a mark that the language does not have there is refused, with an example', async () => {
    const sending = await setUp()
    await userEvent.fill(amount, '1 000')
    await expect.element(page.getByText('Write it like this: 1,234,567.8')).toBeVisible()
    await expect.element(amount).toHaveValue('1 000')
    speak(sending, 'de')
    await userEvent.fill(amount, '1.5')
    await expect.element(page.getByText('Write it like this: 1.234.567,8')).toBeVisible()
  })
})

describe('a recipient that looks like one that is known', () => {
  const lure = '0x70990000000000000000000000000000000079c8'

  async function beside() {
    const sending = await setUp()
    setLabel(sending.kit, { address: bob, namespace: 'eip155', label: 'Bob' })
    await sending.fill('0.5', lure)
    await expect.element(page.getByText('This looks like an address you know')).toBeVisible()
    return sending
  }

  test('is shown in full beside it, with what differs marked, for the eye and for the ear', async () => {
    await beside()
    const [entered, known] = [...page.getByRole('definition').elements()]
    expect(entered?.querySelector('bdi')?.textContent).toBe(lure)
    expect(known?.querySelector('bdi')?.textContent).toBe(bob)
    expect(known?.querySelector('mark')?.textContent).toBe('797')
    expect(known?.querySelector('.visually-hidden')?.textContent).toMatch(
      /^0x7099, different: 797.*dc, 79C8$/,
    )
  })

  test('keeps the form from going on until its end is typed, and the button is not the primary one', async () => {
    const { kit, view } = await beside()
    const compare = button('Compare the addresses')
    await expect.element(compare).toBeDisabled()
    await expect.element(compare).toHaveAttribute('data-variant', 'secondary')
    await userEvent.fill(page.getByLabelText(/type the last 6 characters/), '0079c8')
    await kit.clock.advance(500)
    await expect.element(button('Preview send')).toBeEnabled()
    await button('Preview send').click()
    await expect.poll(view).toBe('WalletSendPreview')
  })
})
