import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../features/modal/openModal.js'
import { showSnackbar } from '../../features/notify/showSnackbar.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector } from '../../testing/mockConnector.js'
import { clear, draw, patience } from '../testing/draw.js'

// The tests' server loads the modal's parts on demand, from their sources.
beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))
afterEach(async () => {
  clear()
  await page.viewport(414, 896)
})

async function setUp() {
  const kit = createTestKit({ connectors: [mockConnector({})] })
  draw(kit)
  openModal(kit)
  await expect.element(page.getByRole('button', { name: /Mock Wallet/ }), patience).toBeVisible()
  return kit
}

/** Returns the names of the buttons that a message covers. */
function coveredBy(message: Element): (string | null)[] {
  const area = message.getBoundingClientRect()
  return [...page.getByRole('dialog').element().querySelectorAll('button, a, input')]
    .filter((each) => !message.contains(each))
    .filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return left < area.right && right > area.left && top < area.bottom && bottom > area.top
    })
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
}

const sentence = 'The connection service cannot be reached. Check your network and try again.'

test.each([
  ['a short one', 'success', 'Address copied'],
  ['a short error', 'error', 'Failed to connect to the wallet'],
  ['one of two lines', 'success', 'Harbour wallet 2 has disconnected'],
  ['one long word', 'success', 'Transaktionsbestätigungsanfrage'],
  ['a sentence', 'error', sentence],
] as const)(
  'a message covers nothing that can be pressed, on a phone and beside it: %s',
  async (_, variant, text) => {
    const kit = await setUp()
    showSnackbar(kit, { variant, message: { text } })
    const said = page.getByRole('status').getByText(text)
    for (const [width, height] of [
      [360, 640],
      [320, 480],
      [1280, 800],
    ] as const) {
      await page.viewport(width, height)
      await expect.element(said).toBeVisible()
      expect(coveredBy(said.element())).toEqual([])
    }
  },
)

test.each([
  ['request', 'Your wallet may still do what it was asked. Look there before you try again.'],
  ['message', 'Your wallet may still show the request. A signature that comes later is not used.'],
  ['signIn', 'Your wallet may still show the request. A signature that comes later is not used.'],
] as const)('what a wallet may still show of an earlier page is told in words: %s', async (left, words) => {
  const kit = await setUp()
  showSnackbar(kit, { variant: 'error', message: { left } })
  const said = page.getByRole('status').getByText(words)
  await page.viewport(320, 480)
  await expect.element(said).toBeVisible()
  expect(coveredBy(said.element())).toEqual([])
})
