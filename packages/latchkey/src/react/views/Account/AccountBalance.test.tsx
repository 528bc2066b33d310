import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../../features/modal/openModal.js'
import { accountKit } from '../../../testing/accountKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { clear, draw, patience } from '../../testing/draw.js'

// The tests' server loads the modal's parts on demand, from their sources.
beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))
afterEach(() => {
  clear()
  vi.unstubAllGlobals()
})

async function setUp() {
  const node = { isDown: true, units: 5n }
  const getBalance = async () => {
    if (node.isDown) throw new Error('the node is down')
    return { units: node.units, decimals: 0, symbol: 'ETH' }
  }
  const { kit } = await accountKit({}, { adapters: [mockAdapter({ getBalance })], services: {} })
  draw(kit)
  openModal(kit, { view: { name: 'Account' } })
  const number = page.getByText(/^[\d.,]+ ETH$/)
  return { node, number, unknown: page.getByText('Balance unavailable'), kit }
}

test('a balance that nobody knows: no number shows until asking again has given one', async () => {
  const { node, number, unknown } = await setUp()
  await expect.element(unknown, patience).toBeVisible()
  await expect.element(number).not.toBeInTheDocument()

  node.isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(number).toHaveTextContent('5.000 ETH')
  await expect.element(unknown).not.toBeInTheDocument()
})

test('an account that holds nothing: the number is there, because it was read', async () => {
  const { node, number, unknown } = await setUp()
  await expect.element(unknown, patience).toBeVisible()
  node.isDown = false
  node.units = 0n
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(number).toHaveTextContent('0.000 ETH')
})

test('an account whose coins are partly locked: what can be sent, and what cannot', async () => {
  const getBalance = async () => ({ units: 10_500n, decimals: 3, symbol: 'DOT', locked: 1_250n })
  const { kit } = await accountKit({}, { adapters: [mockAdapter({ getBalance })], services: {} })
  draw(kit)
  openModal(kit, { view: { name: 'Account' } })
  const words = page.getByText(/transferable/)
  await expect
    .element(words, patience)
    .toHaveTextContent(/^\u20669.25 DOT\u2069 transferable, \u20661.25 DOT\u2069 locked$/)
})

test('an account without locked coins: nothing is said about it', async () => {
  const getBalance = async () => ({ units: 10_500n, decimals: 3, symbol: 'DOT' })
  const { kit } = await accountKit({}, { adapters: [mockAdapter({ getBalance })], services: {} })
  draw(kit)
  openModal(kit, { view: { name: 'Account' } })
  await expect.element(page.getByText('10.500 DOT'), patience).toBeVisible()
  await expect.element(page.getByText(/transferable/)).not.toBeInTheDocument()
})
