import type { Page } from '@playwright/test'
import { focusIsIn, hostUrl, serveHosts } from '../pages/accessHosts.js'
import { Explorer, manyWallets } from '../pages/Explorer.js'
import { Modal } from '../pages/Modal.js'
import { expect, test } from '../pages/test.js'

// The kit inside a host's dialogs and shadow roots.

serveHosts()

test.describe('in a host’s own dialog, with its focus trap', () => {
  const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })

  async function open(page: Page): Promise<void> {
    await new Explorer(manyWallets(60)).serve(page)
    await page.goto(hostUrl('/dialog'))
  }

  async function openModal(page: Page): Promise<Modal> {
    await page.getByRole('button', { name: 'Settings' }).click()
    await settings(page).getByRole('button', { name: 'Connect wallet' }).click()
    const modal = new Modal(page)
    await modal.expectView('Connect wallet')
    return modal
  }

  test('the keyboard is the modal’s while it is open, and the dialog’s again afterwards', async ({
    page,
  }) => {
    await open(page)
    const modal = await openModal(page)
    await modal.wallet(/^All wallets/).click()
    await modal.dialog.getByRole('searchbox').click()
    await page.keyboard.type('harbour 12')
    await expect(modal.dialog.getByRole('searchbox')).toHaveValue('harbour 12')
    await expect(modal.dialog.getByRole('gridcell')).toHaveCount(1)
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      expect(await focusIsIn(page, 'modal')).toBe(true)
    }
    await page.keyboard.press('Escape')
    await modal.expectClosed()
    await expect(settings(page)).toBeVisible()
    await expect(settings(page).getByRole('button', { name: 'Connect wallet' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(settings(page)).toHaveCount(0)
  })

  test('the dialog stays open, whatever is clicked in the modal; the list scrolls', async ({
    page,
    wallet,
  }) => {
    await open(page)
    const modal = await openModal(page)
    await modal.wallet(/^All wallets/).click()
    const grid = modal.dialog.getByRole('grid')
    await grid.hover()
    await page.mouse.wheel(0, 600)
    await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await modal.back()
    await modal.wallet('Test wallet').click()
    await modal.expectClosed()
    await expect(settings(page).getByTestId('account')).toHaveText(wallet.address)
  })

  test('a modal that was there before the dialog is not hidden with the rest of the page', async ({
    page,
  }) => {
    await open(page)
    await page.getByRole('button', { name: 'Network: Local One' }).click()
    const modal = new Modal(page)
    await modal.expectView('Choose network')
    await modal.close()
    await modal.expectClosed()
    await openModal(page)
    // Playwright finds by role only elements that screen readers can reach.
    await modal.close()
    await expect(settings(page)).toBeVisible()
  })

  test('Tab goes through the dialog’s own controls, the kit’s button among them', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Settings' }).click()
    const button = settings(page).getByRole('button', { name: 'Connect wallet' })
    await expect(settings(page).getByLabel('Nickname')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
  })
})

test('the kit’s element as the last stop of a host’s dialog: the keyboard comes to it, past it, and back', async ({
  page,
}) => {
  await page.goto(hostUrl('/dialog-element'))
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const button = settings.getByRole('button', { name: 'Connect wallet' })
  await expect(settings.getByLabel('Nickname')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(settings.getByLabel('Nickname')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()

  const modal = new Modal(page)
  await page.keyboard.press('Enter')
  await modal.expectView('Connect wallet')
  expect(await focusIsIn(page, 'modal')).toBe(true)
  await page.keyboard.press('Escape')
  await modal.expectClosed()
  await expect(button).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

test('the kit’s element in a shadow root: one stop among the host’s own, and the focus comes back to it', async ({
  page,
}) => {
  await page.goto(hostUrl('/shadow-element'))
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  for (const name of ['Before', 'Connect wallet', 'After']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  const modal = new Modal(page)
  await page.keyboard.press('Enter')
  await modal.expectView('Connect wallet')
  await page.keyboard.press('Escape')
  await modal.expectClosed()
  await expect(button).toBeFocused()
})

test('in a host’s native dialog: the modal covers it, and Escape closes one after the other', async ({
  page,
}) => {
  const modal = new Modal(page)
  await page.goto(hostUrl('/native-dialog'))
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Connect wallet' }).click()
  await modal.expectView('Connect wallet')
  const overlay = modal.dialog.locator('..')
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1180, height: 900 })
  await modal.button('What is a wallet?').click()
  await modal.expectView('What is a wallet?')
  await page.keyboard.press('Escape')
  await modal.expectClosed()
  await expect(settings.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

for (const path of ['shadow', 'shadow-inside'] as const) {
  test.describe(`in a shadow root: ${path}`, () => {
    test('connects by keyboard alone, and comes back to the button', async ({ page, wallet }) => {
      const modal = new Modal(page)
      await page.goto(hostUrl(`/${path}`))
      // React renders after the page has loaded; a key pressed before that reaches no button.
      await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await modal.expectView('Connect wallet')
      await expect(modal.dialog).toBeFocused()
      const row = modal.wallet('Test wallet')
      await expect(row).toBeVisible()
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press('Tab')
        expect(await focusIsIn(page, 'modal')).toBe(true)
        if (await row.evaluate((element) => element.matches(':focus'))) break
      }
      await page.keyboard.press('Enter')
      await modal.expectClosed()
      await expect(page.getByTestId('account')).toHaveText(wallet.address)
      await expect(page.getByRole('button', { name: /^Account/ })).toBeFocused()
    })

    test('the backdrop covers the page; Escape closes and gives the focus back', async ({ page }) => {
      const modal = new Modal(page)
      await page.goto(hostUrl(`/${path}`))
      const button = page.getByRole('button', { name: 'Connect wallet' })
      await button.click()
      await modal.expectView('Connect wallet')
      const overlay = modal.dialog.locator('..')
      expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1180, height: 900 })
      await page.keyboard.press('Escape')
      await modal.expectClosed()
      await expect(button).toBeFocused()
    })
  })
}
