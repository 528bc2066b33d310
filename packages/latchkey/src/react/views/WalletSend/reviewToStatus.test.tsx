import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../../features/modal/openModal.js'
import { reviewSend } from '../../../features/send/reviewSend.js'
import { submitSend } from '../../../features/send/submitSend.js'
import { sendKit } from '../../../testing/sendKit.js'
import { screenParts } from '../../modal/screenParts.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

test('the code of the next screen loads with the review: a sent transfer is never drawn as nothing', async () => {
  // By default a browser records the first 250 resources only.
  performance.clearResourceTimings()
  performance.setResourceTimingBufferSize(5_000)
  const { kit, fill } = await sendKit({ status: async () => ({ status: 'pending' }) })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  draw(kit)
  await reviewSend(kit)
  await expect.element(page.getByText('Review transaction carefully'), patience).toBeVisible()
  const loaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('WalletSendStatus'))
  await expect.poll(loaded, patience).toBe(true)
  // The page asked for it by itself. What it imports may still be on its way from the test's server.
  await screenParts.WalletSendStatus.load()

  const drawn: string[] = []
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const observer = new MutationObserver(() =>
    drawn.push(...roots.map(({ textContent }) => textContent ?? '')),
  )
  for (const root of roots) observer.observe(root, { subtree: true, childList: true, characterData: true })
  await submitSend(kit)
  await expect.element(page.getByText('Sending 0.5 ETH'), patience).toBeVisible()
  observer.disconnect()
  expect(drawn.filter((text) => text.includes('nothing to show'))).toEqual([])
})
