import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TransferStatus } from '../../../core/transfers.js'
import { openModal } from '../../../features/modal/openModal.js'
import { reviewSend } from '../../../features/send/reviewSend.js'
import { submitSend } from '../../../features/send/submitSend.js'
import { sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

/** How often the chain is asked within ten seconds while a sent transfer's screen is open. */
async function looksOf(transferLife: number | undefined) {
  let looks = 0
  const status = async (): Promise<TransferStatus> => {
    looks++
    return { status: 'pending' }
  }
  const { kit, fill } = await sendKit({ status, transferLife })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  draw(kit)
  await reviewSend(kit)
  await submitSend(kit)
  await expect.element(page.getByText('Sending 0.5 ETH'), patience).toBeVisible()
  looks = 0
  await kit.clock.advance(10_000)
  return looks
}

test('where blocks take a transfer within minutes, the chain is asked each second; else less and less often', async () => {
  const each = await looksOf(60_000)
  expect(each).toBeGreaterThanOrEqual(9)
  clear()
  expect(await looksOf(undefined)).toBeLessThan(each - 2)
})
