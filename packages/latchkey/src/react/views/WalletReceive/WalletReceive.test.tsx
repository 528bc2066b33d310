import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../../features/modal/openModal.js'
import { alice, sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

test('the address is there in full, and selected and copied without a space', async () => {
  const { kit } = await sendKit()
  openModal(kit, { view: { name: 'WalletReceive' } })
  draw(kit)
  const group = page.getByText(alice.slice(0, 4), { exact: true })
  await expect.element(group, patience).toBeVisible()
  const line = group.element().closest('p')
  if (line === null) throw new Error('no line')
  expect(line.textContent).toBe(alice)
  getSelection()?.selectAllChildren(line)
  expect(String(getSelection())).toBe(alice)
  await expect.element(page.getByRole('button', { name: 'Copy address', exact: true })).toBeVisible()
})
