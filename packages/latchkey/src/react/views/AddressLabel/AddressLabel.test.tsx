import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { openModal } from '../../../features/modal/openModal.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { deepActiveElement } from '../../modal/useFocusScope.js'
import { clear, draw, patience } from '../../testing/draw.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
afterEach(clear)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 2, name })

/** The screen of a visitor with two connected accounts. */
async function setUp(storage = memoryStorage()) {
  const wallet = mockConnector({}, { connect: () => mockSession([alice, bob]), provider: {} })
  const kit = createTestKit({ connectors: [wallet], storage })
  await connect(kit, { connectorId: 'mock' })
  openModal(kit, { view: { name: 'Accounts' } })
  draw(kit)
  await expect.element(heading('Your accounts'), patience).toBeVisible()
  return kit
}

test('an account is named by keyboard alone, and its address stays in sight', async () => {
  const storage = memoryStorage()
  await setUp(storage)
  const rename = button('Rename 0x7099…dc79C8')
  await expect.element(rename).toBeVisible()
  ;(rename.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Name an address'), patience).toBeVisible()
  await expect.element(page.getByText(bob)).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  ;(page.getByLabelText('Name', { exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('Rent{Enter}')
  await expect.element(heading('Your accounts')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Rent 0x7099…dc79C8/ })).toBeVisible()

  clear()
  await setUp(storage)
  await expect.element(page.getByRole('button', { name: /^Rent 0x7099…dc79C8/ })).toBeVisible()
  await button('Rename Rent').click()
  await expect.element(page.getByLabelText('Name', { exact: true }), patience).toHaveValue('Rent')
  await button('Remove name').click()
  await expect.element(button('Rename 0x7099…dc79C8'), patience).toBeVisible()
})

test('what is typed cannot be longer than what is kept', async () => {
  await setUp()
  await button('Rename 0xd8dA…A96045').click()
  const field = page.getByLabelText('Name', { exact: true })
  await expect.element(field, patience).toBeVisible()
  await userEvent.fill(field, 'x'.repeat(60))
  await expect.element(field).toHaveValue('x'.repeat(32))
  await button('Clear').click()
  await expect.element(field).toHaveValue('')
  expect(deepActiveElement(document)).toBe(field.element())
})
