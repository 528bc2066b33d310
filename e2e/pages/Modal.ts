import { expect, type Locator, type Page } from '@playwright/test'

/** The modal, addressed by accessible names. */
export class Modal {
  readonly page: Page
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.locator('[data-latchkey="modal"]').getByRole('dialog')
  }

  wallet(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name })
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name, exact: typeof name === 'string' })
  }

  async expectView(title: string | RegExp): Promise<void> {
    await expect(this.dialog.getByRole('heading', { level: 2, name: title })).toBeVisible()
  }

  async expectClosed(): Promise<void> {
    await expect(this.dialog).toHaveCount(0)
  }

  async close(): Promise<void> {
    await this.button('Close').click()
  }

  async back(): Promise<void> {
    await this.button('Back').click()
  }

  /** Opens the QR code for a wallet on another device, and returns its link from the copy button. */
  async copyPairingLink(): Promise<string> {
    await this.wallet(/WalletConnect/).click()
    await expect(this.dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    return this.copyLink()
  }

  /** Returns the link of the shown QR code. */
  async copyLink(): Promise<string> {
    await this.page.bringToFront()
    await this.button('Copy link').click()
    return this.page.evaluate(() => navigator.clipboard.readText())
  }
}
