import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Config } from '../../core/Config.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { accountOf } from '../../features/account/state.js'
import { closeModal } from '../../features/modal/closeModal.js'
import { openModal } from '../../features/modal/openModal.js'
import { activeNetworkId } from '../../features/network/state.js'
import { localSiwx } from '../../features/siwx/localSiwx.js'
import { toyPages } from '../../testing/toyFamily/toyPages.js'
import { clear, draw, patience } from '../testing/draw.js'

let ticking: ReturnType<typeof setInterval> | undefined
const leave = () => {
  clearInterval(ticking)
  clear()
}
afterEach(leave)

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** A browser in which each page renders the modal. */
function browser() {
  const { ledger, open } = toyPages()
  const visit = (config?: Partial<Omit<Config, 'clock'>>) => {
    leave()
    const kit = open(config)
    // The visitor waits on every screen.
    ticking = setInterval(() => void kit.clock.advance(100), 50)
    draw(kit)
    return { kit, state: () => kit.store.getState() }
  }
  return { ledger, visit }
}

/** Opens a page and chooses the toy wallet in the modal. */
async function connected(config?: Partial<Omit<Config, 'clock'>>) {
  const { ledger, visit } = browser()
  const opened = visit(config)
  openModal(opened.kit)
  await expect.element(dialog(), patience).toBeVisible()
  await button(/Toy Box/).click()
  await vi.waitFor(() => expect(accountOf(opened.state())?.address).toBe('Ada'), patience)
  return { ledger, visit, ...opened }
}

test('connects from the list of wallets, and shows the balance', async () => {
  const { kit } = await connected()
  await expect.element(dialog()).not.toBeInTheDocument()
  openModal(kit)
  await expect.element(dialog().getByText('10.000 MRB'), patience).toBeVisible()
  await expect.element(dialog().getByText('Ada', { exact: true }).first()).toBeVisible()
})

test('switches the network, and shows what is there', async () => {
  const { kit, state } = await connected()
  openModal(kit, { view: { name: 'Networks' } })
  await button(/Toy two/).click()
  await vi.waitFor(() => expect(activeNetworkId(state())).toBe('toy:two'), patience)
  openModal(kit, { view: { name: 'Account' } })
  await expect.element(dialog().getByText('0.500 MRB'), patience).toBeVisible()
})

test('sends to a name of its own, by the review', async () => {
  const { kit, ledger, state } = await connected()
  openModal(kit)
  await expect.element(dialog().getByText('10.000 MRB'), patience).toBeVisible()
  await button(/^Send/).click()
  await page.getByLabelText('Amount').fill('2.5')
  await page.getByLabelText('Recipient').fill('Grace.toy')
  await expect.element(button('Preview send'), patience).toBeEnabled()
  await button('Preview send').click()
  await expect.element(button('Send'), patience).toBeVisible()
  await expect.element(dialog().getByText('Grace', { exact: true }).first()).toBeVisible()
  await expect.element(dialog().getByText('2.5 MRB')).toBeVisible()
  await expect.element(button('Send')).not.toHaveAttribute('aria-disabled')
  await button('Send').click()
  await vi.waitFor(() => expect(ledger.moved('toy:one')).toHaveLength(1), patience)
  expect(ledger.moved('toy:one')).toEqual([{ id: 'move-1', from: 'Ada', to: 'Grace', units: 250n }])
  expect(state().account.sent?.[0]).toMatchObject({ id: 'move-1', symbol: 'MRB', to: 'Grace' })
})

test('signs in', async () => {
  const siwx = localSiwx({ storage: memoryStorage() })
  const { state } = await connected({ siwx })
  await button('Sign').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(state().siwx).toMatchObject({ status: 'signedIn', account: 'toy:one:Ada' })
})

test('a new page is connected again, and has a code to receive', async () => {
  const { kit, visit } = await connected()
  closeModal(kit)
  const again = visit()
  await vi.waitFor(() => expect(accountOf(again.state())?.address).toBe('Ada'), patience)
  openModal(again.kit)
  await expect.element(dialog().getByText('10.000 MRB'), patience).toBeVisible()
  await button(/^Receive/).click()
  await expect.element(dialog().getByRole('img').first(), patience).toBeVisible()
})
