import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses a button of the wallet's iframe that opens its window, until the window is there: Chromium drops presses on a frame that asks about its
 * visibility and has moved within half a second, as the modal's does while it opens.
 */
export async function openWindow(page: Page, button: Locator): Promise<Page> {
  const opened = page.context().waitForEvent('page', { timeout: 60_000 })
  let isOpen = false
  const ready = opened.then(() => {
    isOpen = true
  })
  ready.catch(() => {})
  await expect(async () => {
    if (isOpen) return
    await button.click({ timeout: 10_000 })
    await expect.poll(() => isOpen, { timeout: 2_000 }).toBe(true)
  }).toPass({ timeout: 50_000 })
  return opened
}
