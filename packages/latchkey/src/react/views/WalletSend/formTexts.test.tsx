import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountOf } from '../../../features/account/state.js'
import { update } from '../../../features/Kit.js'
import { openModal } from '../../../features/modal/openModal.js'
import { bob, sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

/** Renders a send form with the given input. */
async function setUp(amount: string, recipient = bob) {
  const { kit, fill, state } = await sendKit()
  const { portfolios } = state().account
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await kit.clock.advance(0)
  update(kit, 'account', (account) => ({ ...account, portfolios }))
  await fill(amount, recipient)
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const sentence = page.getByText('This amount cannot be read. Write it like this: 1,234,567.8')

test.each(['hello', '-1', '1e3', '1,5'])(
  '%s is no amount: a sentence says how to write one',
  async (typed) => {
    await setUp(typed)
    await expect.element(sentence).toBeVisible()
    await expect.element(button('Incorrect value')).toBeDisabled()
  },
)

test.each(['.', '0.5', ''])('"%s" is or begins an amount: no sentence stands beside it', async (typed) => {
  await setUp(typed)
  await expect.element(page.getByText(bob).first()).toBeVisible()
  await expect.element(sentence).not.toBeInTheDocument()
})

test('the way to dollars is called what it does, beside what it shows', async () => {
  await setUp('0.5')
  await expect.element(button('$1,000.00 Enter in dollars')).toBeVisible()
})

test('the address that was typed is shown whole, and named by a button outside of what is announced', async () => {
  await setUp('0.5')
  const found = page.getByRole('status').filter({ hasText: bob })
  await expect.element(found).toBeVisible()
  await expect.element(button('Name this address')).toBeVisible()
  expect(found.element().querySelector('button')).toBeNull()
})

test('a link for a token that is not there: its address stays in the box, and the button blames no address', async () => {
  await page.viewport(360, 740)
  const token = `0x${'2'.repeat(40)}`
  await setUp('0.5', `ethereum:${token}@1/transfer?address=${bob}&uint256=1000`)
  const fault = page.getByText(token)
  await expect.element(fault).toBeVisible()
  const range = document.createRange()
  range.selectNodeContents(fault.element())
  const box = fault.element().closest('.send-box')?.getBoundingClientRect()
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(box?.right ?? 0)
  await expect.element(button('Incorrect value')).toBeDisabled()
  await page.viewport(414, 896)
})

test('however long the warnings are, the button below them is in sight', async () => {
  await page.viewport(360, 560)
  await setUp('0.5', '0x0000000000000000000000000000000000000000')
  const box = button('Preview send').element().getBoundingClientRect()
  const dialog = page.getByRole('dialog').element().getBoundingClientRect()
  const scroller = page.getByRole('dialog').element().querySelector('.scroller')
  expect(scroller?.scrollHeight).toBeGreaterThan(scroller?.clientHeight ?? 0)
  expect(box.bottom).toBeLessThanOrEqual(dialog.bottom)
  await page.viewport(414, 896)
})

test('what must stay in the account is told to those who send all of it', async () => {
  const { kit, fill, state } = await sendKit({
    estimate: async () => ({ most: '1', about: '1', kept: String(25n * 10n ** 15n) }),
  })
  const { portfolios } = state().account
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await kit.clock.advance(0)
  update(kit, 'account', (account) => ({ ...account, portfolios }))
  await fill('0.5', bob)
  const words = page.getByText(/0\.025 ETH.? must stay in the account/)
  await expect.element(words).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Max' }).click()
  await kit.clock.advance(1_000)
  await expect.element(words).toBeVisible()
})

test('an amount that would not leave what must stay is refused, and what must stay is told', async () => {
  const { kit, fill, state } = await sendKit({
    estimate: async () => ({ most: '1', about: '1', kept: String(25n * 10n ** 15n) }),
  })
  const { portfolios } = state().account
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await kit.clock.advance(0)
  update(kit, 'account', (account) => ({ ...account, portfolios }))
  await fill('0.98', bob)
  await kit.clock.advance(1_000)
  await expect.element(page.getByText(/0\.025 ETH.? must stay in the account/)).toBeVisible()
  await expect.element(button('Not enough for the network fee')).toBeDisabled()
})

test('an amount that is too little for a new account is refused, and the least one is told', async () => {
  const { kit, fill, state } = await sendKit({
    estimate: async () => ({ most: '1', about: '1', least: String(10n ** 16n) }),
  })
  const { portfolios } = state().account
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await kit.clock.advance(0)
  update(kit, 'account', (account) => ({ ...account, portfolios }))
  await fill('0.000000000000000001', bob)
  await kit.clock.advance(1_000)
  await expect.element(page.getByText('≥ 0.01 ETH')).toBeVisible()
  await expect.element(button('Incorrect value')).toBeDisabled()
  await fill('0.01', bob)
  await kit.clock.advance(1_000)
  await expect.element(button('Preview send')).toBeEnabled()
})

test('what is locked is not called available: the form says what stays, and refuses more', async () => {
  const { kit, fill, state } = await sendKit({
    estimate: async () => ({ most: '1', about: '1', kept: String(6n * 10n ** 17n) }),
  })
  const { portfolios } = state().account
  const caipAddress = accountOf(state())?.caipAddress ?? ''
  const locked = { status: 'success', symbol: 'ETH', amount: '1', locked: '0.6' } as const
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await kit.clock.advance(0)
  update(kit, 'account', (account) => ({ ...account, portfolios, balances: { [caipAddress]: locked } }))
  await fill('0.5', bob)
  await expect.element(page.getByText('0.4 ETH available')).toBeVisible()
  await expect.element(button('Insufficient funds')).toBeDisabled()
  await kit.clock.advance(1_000)
  await expect.element(page.getByText(/0\.6 ETH.? must stay in the account/)).toBeVisible()
  await page.getByRole('button', { name: 'Max' }).click()
  await expect.element(page.getByLabelText('Amount')).toHaveValue('0.399999999999999999')
})
