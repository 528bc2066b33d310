import type { Locator, Page } from '@playwright/test'

/** The practice wallet's own window, over the demo page. */
export class PracticeWallet {
  readonly window: Locator

  constructor(page: Page) {
    this.window = page.getByRole('alertdialog', { name: /Practice wallet/ })
  }

  async approve(): Promise<void> {
    await this.window.getByRole('button', { name: 'Approve' }).click()
  }

  async reject(): Promise<void> {
    await this.window.getByRole('button', { name: 'Reject' }).click()
  }
}
